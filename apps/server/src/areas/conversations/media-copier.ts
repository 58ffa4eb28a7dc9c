import { type Loop, startLoop } from "../../platform/background/loop.ts";
import type { NotSent } from "./sender.ts";
import type { DueCopy, ConversationStore } from "./port.ts";
import type { Atomic } from "../../platform/service/atomic.ts";
import type { FileStore } from "../../platform/service/files.ts";

/** A file's content, or why it cannot be had. Never rejects. */
export type FetchMedia = (
  due: DueCopy,
) => Promise<{ ok: true; content: Uint8Array; contentType: string | null } | NotSent>;

export interface MediaCopierParts {
  store: Atomic<{ conversations: ConversationStore; files: FileStore }>;
  fetch: FetchMedia;
  /** Unix ms. */
  now: () => number;
  onError: (error: unknown) => void;
  /** How often due copies are polled without a notification; 15 s by default. */
  intervalMs?: number;
}

const AT_ONCE = 4;
/** Longer than a copy may take, so that nobody else begins it. */
const LEASE_MS = 10 * 60_000;
const SECOND = 1000;
const RETRIES_MS = [30 * SECOND, 120 * SECOND, 600 * SECOND, 3600 * SECOND, 6 * 3600 * SECOND];

/** Copies what contacts send from the provider. */
export function startMediaCopier({ store, fetch, now, onError, intervalMs = 15_000 }: MediaCopierParts): Loop {
  async function copy(due: DueCopy): Promise<void> {
    const { workspaceId, id, mediaType, attempts } = due;
    const got = await fetch(due);
    if (!got.ok) {
      const delay = got.isPermanent ? undefined : RETRIES_MS[attempts - 1];
      const retryAt =
        delay === undefined ? null : new Date(now() + Math.max(delay, got.retryAfterMs ?? 0)).toISOString();
      await store.conversations.assets.finishCopy(workspaceId, id, { ok: false, failure: got.failure, retryAt });
      return;
    }
    const mimeType = mimeTypeOf(got.contentType ?? due.contentType);
    const file = { name: due.filename ?? mediaType, mimeType, content: got.content, createdBy: null };
    await store.transaction(async ({ files, conversations }) => {
      const { key, size } = await files.put(workspaceId, file);
      const result = { ok: true as const, fileKey: key, sizeBytes: size, contentType: mimeType };
      await conversations.assets.finishCopy(workspaceId, id, result);
    });
  }

  async function work(): Promise<number> {
    const due = await store.conversations.assets.claimCopies(AT_ONCE, LEASE_MS);
    await Promise.all(due.map((each) => copy(each).catch(onError)));
    return due.length;
  }

  return startLoop({ everyMs: intervalMs, work, onError });
}

/** `audio/ogg` of `audio/ogg; codecs=opus`: files are known by their type alone. */
const mimeTypeOf = (contentType: string | null): string =>
  contentType?.split(";", 1)[0]?.trim().toLowerCase() || "application/octet-stream";
