/** Columns as wide as their widest text, two spaces apart. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows.map((row) => row.map(visible))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => [...(line[column] ?? "")].length)));
  const pad = (text: string, column: number): string => text + " ".repeat((widths[column] ?? 0) - [...text].length);
  return lines.map((line) => `${line.map(pad).join("  ").trimEnd()}\n`).join("");
}

/** Names are people's: what a terminal would obey is not printed. */
const visible = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\u{FFFD}");
