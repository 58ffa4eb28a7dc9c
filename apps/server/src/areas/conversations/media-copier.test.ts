import { failureReason } from "@trilho/engine/failures";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { addWorkspace } from "../../app/testing/workspace.ts";
import { fail, openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { type FetchMedia, startMediaCopier } from "./media-copier.ts";
import type { NewAsset } from "./port.ts";
import { notSent } from "./sender.ts";

const NOW = Date.parse("2030-01-01T00:00:00Z");

let opened: TestStore;
let workspaceId: string;
beforeAll(async () => {
  opened = await openTestStore();
  workspaceId = (await addWorkspace(opened.db, opened.serverSecret)).id;
  const channel = { id: "wa", kind: "whatsapp", name: "Sales", phone_number_id: "1", is_default: true };
  await opened.db
    .insertInto("channels")
    .values({ workspace_id: workspaceId, ...channel })
    .execute();
});
afterAll(() => opened.close());

const failing = (isPermanent: boolean, retryAfterMs: number | null) => async () =>
  notSent(isPermanent, [failureReason("meta-rate")], retryAfterMs);
const told = (contentType: string | null) => async () => ({
  ok: true as const,
  content: new Uint8Array([1, 2, 3]),
  contentType,
});

/** The row of a file that was copied after so many attempts. */
async function copied(attempts: number, fetch: FetchMedia, file: Partial<NewAsset> = {}) {
  const { store, db } = opened;
  const source = { channelId: "wa", providerMediaId: "1", url: null };
  const asset = { mediaType: "audio", contentType: null, filename: null, createdBy: null, source, ...file };
  const { id } = await store.conversations.assets.add(workspaceId, asset);
  await db.updateTable("media_assets").set({ attempts }).where("id", "=", id).execute();
  const copier = startMediaCopier({ store, fetch, now: () => NOW, onError: fail });
  const row = await vi.waitFor(async () => {
    const found = await db.selectFrom("media_assets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(found.status !== "PENDING" || found.error_message !== null).toBe(true);
    return found;
  }, 20_000);
  await copier.stop();
  return row;
}

describe("a file that cannot be copied now", () => {
  it.each<[attempts: number, asked: number | null, seconds: number | null]>([
    [0, null, 30],
    [0, 10_000, 30],
    [0, 90_000, 90],
    [1, null, 120],
    [4, null, 6 * 3600],
    [5, null, null],
  ])("after %i attempts, and asked to wait %j ms, is tried again in %j s", async (attempts, asked, seconds) => {
    const row = await copied(attempts, failing(false, asked));
    expect([row.status, row.due_at?.getTime() ?? null]).toEqual(
      seconds === null ? ["FAILED", null] : ["PENDING", NOW + seconds * 1000],
    );
  });

  it("is not tried again where that cannot help", async () => {
    expect(await copied(0, failing(true, null))).toMatchObject({ status: "FAILED", due_at: null });
  });
});

describe("a file that is copied", () => {
  it.each<[type: string | null, file: Partial<NewAsset>, contentType: string, name: string]>([
    ["Audio/OGG ; codecs=opus", { contentType: "audio/mp4", filename: "a.ogg" }, "audio/ogg", "a.ogg"],
    [null, { contentType: "audio/mp4" }, "audio/mp4", "audio"],
    [null, {}, "application/octet-stream", "audio"],
    ["", { contentType: "audio/mp4" }, "application/octet-stream", "audio"],
  ])("and comes as %j for %j is kept as %s, called %s", async (type, file, contentType, name) => {
    const row = await copied(0, told(type), file);
    expect(row).toMatchObject({ status: "READY", content_type: contentType, size_bytes: 3, due_at: null });
    const kept = await opened.store.files.read(workspaceId, row.file_key ?? "");
    expect(kept).toMatchObject({ name, mimeType: contentType, size: 3 });
  });
});
