const TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|(24):(00))$/;

/** "09:30" in ms after midnight, up to "24:00"; null for anything else. */
export function timeOfDay(text: unknown): number | null {
  const match = typeof text === "string" ? TIME.exec(text) : null;
  if (match === null) return null;
  return (Number(match[1] ?? match[3]) * 60 + Number(match[2] ?? match[4])) * 60_000;
}
