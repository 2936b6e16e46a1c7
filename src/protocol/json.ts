// Text from outside as JSON.

/** The value, or `otherwise` for text that is not JSON. */
export function jsonOr(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}
