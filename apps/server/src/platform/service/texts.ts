/** Text without the blanks around it; null for none. */
export const textOf = (text: string | null | undefined): string | null => text?.trim() || null;

/** A full name split at its first space. */
export function splitName(fullName: string): { firstName: string; lastName: string | null } {
  const [firstName = "", ...rest] = fullName.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") || null };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;

/**
 * An instant with its time and offset in UTC, to the millisecond; null for other texts, days that are not in the
 * calendar, leap seconds, and other years than 1 to 9999.
 */
export function instantOf(text: string): string | null {
  if (!INSTANT.test(text) || dayOf(text.slice(0, 10)) === null) return null;
  const ms = Date.parse(text.replace(" ", "T"));
  if (Number.isNaN(ms)) return null;
  const iso = new Date(ms).toISOString();
  return /^(?!0000)\d{4}-/.test(iso) ? iso : null;
}

/** `yyyy-MM-dd`, if there is such a day in the years 1 to 9999. */
export function dayOf(text: string): string | null {
  if (!DAY.test(text) || text.startsWith("0000")) return null;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) ? text : null;
}
