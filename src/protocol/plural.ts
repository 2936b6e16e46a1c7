// A count with its noun, for people and agents: "1 file", "1,234 files". Pure.

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}

/** 1,234,567. Without toLocaleString, which loads language data: 4 ms of a command. */
function grouped(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}
