/** Lines that both tell, before the first one that they do not. */
const BEFORE = 8;

/** Where two stories part, for people; null where they are the same. */
export function differenceOf(simulated: readonly string[], lived: readonly string[]): string | null {
  const place = simulated.findIndex((line, index) => line !== lived[index]);
  const first = place < 0 ? simulated.length : place;
  if (place < 0 && simulated.length === lived.length) return null;
  const both = simulated.slice(Math.max(0, first - BEFORE), first);
  return [
    "What was simulated is not what ran. Both say:",
    ...both.map((line) => `    ${line}`),
    `simulated: ${simulated[first] ?? "nothing more"}`,
    `in life:   ${lived[first] ?? "nothing more"}`,
  ].join("\n");
}
