/** Trimmed, without blanks and without repetitions in another case, in order. */
export function normaliseLossReasons(reasons: readonly string[]): string[] {
  const byName = new Map<string, string>();
  for (const reason of reasons.map((text) => text.trim())) {
    const name = reason.toLowerCase();
    if (reason !== "" && !byName.has(name)) byName.set(name, reason);
  }
  return [...byName.values()];
}
