const pad = (number: number): string => String(number).padStart(2, "0");

/** An instant as an input of type `datetime-local` wants it, in the browser's time zone: "2026-01-05T09:00". */
export function toLocal(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return "";
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The instant of such a value; null while it is incomplete. */
export function fromLocal(local: string): string | null {
  const time = local === "" ? Number.NaN : new Date(local).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** Nine o'clock of the next Monday: a working hour, so that nothing is put off at once. */
export function nextMonday(now: number): string {
  const date = new Date(now);
  date.setDate(date.getDate() + ((8 - date.getDay()) % 7 || 7));
  date.setHours(9, 0, 0, 0);
  return date.toISOString();
}
