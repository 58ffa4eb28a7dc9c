import { isObject } from "@trilho/engine";
import { failureReason, type FailureReason } from "@trilho/engine/failures";
import { notSent } from "../../areas/conversations/sender.ts";
import type { DueCopy } from "../../areas/conversations/port.ts";
import type { Graph, GraphContent } from "./graph.ts";

/** Files live in the database, so what is larger stays with the provider. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Reads the file that a message brought. Never rejects. */
export async function fetchMedia(graph: Graph, { providerMediaId, providerMediaUrl }: DueCopy): Promise<GraphContent> {
  if (providerMediaId === null) {
    return providerMediaUrl === null
      ? gone(failureReason("media-unnamed"))
      : graph.download(providerMediaUrl, MAX_BYTES, false);
  }
  const answer = await graph.get(encodeURIComponent(providerMediaId));
  if (!answer.ok) return answer;
  const body = isObject(answer.body) ? answer.body : {};
  const { url, file_size: size, mime_type: type } = body;
  if (typeof url !== "string") return gone(failureReason("meta-media-unnamed"));
  if (Number(size) > MAX_BYTES) return gone(TOO_LARGE);
  const content = await graph.download(url, MAX_BYTES, true);
  return content.ok && typeof type === "string" ? { ...content, contentType: type } : content;
}

const TOO_LARGE = failureReason("media-too-large", { count: MAX_BYTES / 1024 / 1024 });

const gone = (reason: FailureReason) => notSent(true, [reason]);
