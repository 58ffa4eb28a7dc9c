/** What another system was told or said: JSON set out in lines, any other text as it is. */
export function pretty(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value ?? null, null, 2);
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    // No JSON: a text of its own.
    return value;
  }
}
