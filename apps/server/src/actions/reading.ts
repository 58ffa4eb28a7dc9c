/** The beginning of a body as text; leaving the loop ends the connection. */
export async function readStart(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= maxBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}

/** A whole body as text; null when it is longer. */
export async function readWhole(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Why a connection failed, without what it was about. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown reason";
  if (error.name === "TimeoutError" || error.name === "AbortError") return "no answer in time";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Seconds, or a date (RFC 9110, 10.2.3), as ms from now. */
export function retryAfterOf(header: string | string[] | undefined): number | null {
  if (typeof header !== "string") return null;
  const seconds = Number(header);
  const ms = /^\s*\d+\s*$/.test(header) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}
