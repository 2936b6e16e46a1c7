// Whose words a sentence is: agents describe much, so the same words mean less from them.

export type Speaker = "user" | "agent";
