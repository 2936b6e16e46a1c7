// The few pieces of markdown that the generated documents are made of.

export function page(title: string, source: string, ...parts: readonly string[]): string {
  const notice = `<!-- Generated from ${source} by \`npm run docs\`. Do not edit. -->`;
  return `${[`# ${title}`, notice, ...parts].join("\n\n")}\n`;
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(heads), `|${"---|".repeat(heads.length)}`, ...rows.map(line)].join("\n");
}

export function code(text: string): string {
  return text === "" ? "" : `\`${text}\``;
}

export function block(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
