/** What a `Retry-After` asks for: seconds, or a date (RFC 9110, 10.2.3), as ms from now; null for anything else. */
export function retryAfterOf(header: string | string[] | undefined): number | null {
  if (typeof header !== "string") return null;
  const seconds = Number(header);
  const ms = /^\s*\d+\s*$/.test(header) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}
