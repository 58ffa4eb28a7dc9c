import { create } from "content-disposition";
import type { FastifyReply } from "fastify";
import type { Download } from "../../service/files.ts";

/** What a browser may show by itself: types that hold no scripts. */
const SHOWN: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "audio/aac",
  "audio/mp4",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "audio/webm",
  "video/mp4",
  "video/ogg",
  "video/webm",
  "text/plain",
]);

/** Answers a file's content. Whatever it holds, it can neither run nor be taken for something else. */
export function sendDownload(reply: FastifyReply, { file }: Download): FastifyReply {
  const isShown = SHOWN.has(file.mimeType);
  return reply
    .header("content-type", isShown ? contentType(file.mimeType) : "application/octet-stream")
    .header("content-disposition", create(file.name, { type: isShown ? "inline" : "attachment" }))
    .header("content-security-policy", "default-src 'none'; sandbox")
    .send(Buffer.from(file.content.buffer, file.content.byteOffset, file.content.byteLength));
}

const contentType = (mimeType: string): string =>
  mimeType.startsWith("text/") ? `${mimeType}; charset=utf-8` : mimeType;
