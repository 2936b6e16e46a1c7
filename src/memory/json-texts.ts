// The texts in a JSON value, at any depth. Names of fields are no texts. Pure.

export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** A change of each text in a value. */
export function eachText(change: (text: string) => string): (value: unknown) => unknown {
  const each = (value: unknown): unknown => {
    if (typeof value === "string") return change(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(each);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, each(inner)]));
  };
  return each;
}
