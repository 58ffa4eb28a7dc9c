import { DAY_MS, HOUR_MS } from "@trilho/engine";
import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Puts words in colours, or leaves them. */
export interface Paint {
  (style: Style, text: string): string;
}

/** Whether to colour was decided before, so Node's own look at the terminal is left out. */
export function paintFor(colors: boolean): Paint {
  return colors ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
}

/** `1 error`, `2 errors`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Lines whose columns stand below each other; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[], gap = "  "): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, cell.length)));
  return rows.map((row) =>
    row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0))).join(gap),
  );
}

const UNITS: readonly (readonly [unit: string, ms: number])[] = [
  ["d", DAY_MS],
  ["h", HOUR_MS],
  ["min", 60_000],
  ["s", 1000],
];

/** A length of time in its two greatest units: `2 d 4 h`. */
export function showMs(ms: number): string {
  let rest = Math.round(ms / 1000) * 1000;
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(" ") || "0 s";
}

/** A share of 1 as a percentage: `12.5 %`. */
export function showShare(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
