// The entry of redact.

export { asksForSecret, withoutAnswer } from "./printed.ts";
export { hasPrivatePart, redact, redactDeep, redactLines, secretsOf } from "./redact.ts";
export { hasRandomRun } from "./values.ts";
