import { randomBytes } from "node:crypto";

let last = 0;

/**
 * A UUID of version 7: those of one process sort in the order in which they were made. For rows whose instants come
 * from elsewhere and may be equal, such as messages of the same second, or are those of one transaction, such as what
 * one change brings about.
 */
export function orderedId(now: number = Date.now()): string {
  last = Math.max(now, last + 1);
  const random = randomBytes(10);
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const hex = last.toString(16).padStart(12, "0") + random.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
