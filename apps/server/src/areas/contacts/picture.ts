/** How the pictures that browsers show begin. WebP and AVIF say so after a length. */
const SIGNATURES: readonly { mimeType: string; at: number; bytes: readonly number[] }[] = [
  { mimeType: "image/png", at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mimeType: "image/jpeg", at: 0, bytes: [0xff, 0xd8, 0xff] },
  { mimeType: "image/gif", at: 0, bytes: ascii("GIF87a") },
  { mimeType: "image/gif", at: 0, bytes: ascii("GIF89a") },
  { mimeType: "image/webp", at: 8, bytes: ascii("WEBP") },
  { mimeType: "image/avif", at: 4, bytes: ascii("ftypavif") },
  { mimeType: "image/avif", at: 4, bytes: ascii("ftypavis") },
];

/** What picture these bytes are, whatever their name and declared type say; null for everything else. */
export function pictureType(content: Uint8Array): string | null {
  const found = SIGNATURES.find(({ at, bytes }) => bytes.every((byte, index) => content[at + index] === byte));
  if (found?.mimeType === "image/webp" && !ascii("RIFF").every((byte, index) => content[index] === byte)) return null;
  return found?.mimeType ?? null;
}

function ascii(text: string): number[] {
  return [...text].map((character) => character.charCodeAt(0));
}
