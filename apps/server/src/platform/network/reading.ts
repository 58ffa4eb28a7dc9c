/** The beginning of a body as text: as much of it as came, since the status already gives the meaning. */
export async function readStart(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.byteLength;
      // Leaving the loop ends the connection.
      if (size >= maxBytes) break;
    }
  } catch {
    // It broke off, or took too long.
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
