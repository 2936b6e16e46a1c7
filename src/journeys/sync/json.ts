// Text from outside as JSON; null if it is none, which no schema of the vault accepts.

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
