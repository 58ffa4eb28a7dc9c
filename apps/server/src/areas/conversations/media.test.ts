import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createGraph } from "../../channels/meta/graph.ts";
import { fetchMedia } from "../../channels/meta/media.ts";
import { META_DEFAULTS } from "../../channels/meta/settings.ts";
import { PHONE_NUMBER_ID, TOKEN } from "../../channels/testing/meta-server.ts";
import { startMediaCopier } from "./media-copier.ts";
import { expectSuccess } from "../../app/testing/api.ts";
import {
  addChannel,
  APP_SECRET,
  createReader,
  deliver,
  incoming,
  type MetaApi,
  startMetaApi,
} from "../../app/testing/conversations.ts";
import { startTestApp } from "../../app/testing/test-app.ts";

let api: MetaApi;
let reader: ReturnType<typeof createReader>;
beforeAll(async () => {
  api = await startMetaApi();
  reader = createReader(api);
});
afterAll(() => api.close());

const mediaOf = async (from: string) => (await reader.history(`+${from}`))[0]?.media;

describe("media that a contact sends", () => {
  it("is copied, and can be downloaded once it is READY", async () => {
    api.meta.addFile("7001", Buffer.from("picture"), "image/jpeg");
    await reader.received(incoming("5511933330001", { type: "image", image: { id: "7001", mime_type: "image/jpeg" } }));
    const media = await vi.waitFor(async () => {
      const current = await mediaOf("5511933330001");
      expect(current).toMatchObject({ status: "READY" });
      return current;
    }, 20_000);
    expect(media).toMatchObject({ sizeBytes: 7, contentType: "image/jpeg", contentUrl: expect.any(String) });
    const answer = await api.call("GET", media.contentUrl.replace("/api/v1", ""));
    expectSuccess("downloadMedia", answer);
    expect([answer.status, answer.body, answer.headers.get("content-type")]).toEqual([200, "picture", "image/jpeg"]);
    const asset = expectSuccess("getMedia", await api.call("GET", `/media/${media.mediaAssetId}`));
    expect(asset).toMatchObject({ status: "READY", mediaType: "image" });
  });

  it.each([
    ["is gone", "7002", () => undefined],
    ["is too large", "7003", () => api.meta.addFile("7003", Buffer.from("x"), "video/mp4", 64 * 1024 * 1024)],
  ])("that %s has FAILED, without content", async (_, id, prepare) => {
    prepare();
    const from = `55119${Math.floor(1e7 + Math.random() * 8e7)}`;
    await reader.received(incoming(from, { type: "video", video: { id, mime_type: "video/mp4" } }));
    const media = await vi.waitFor(async () => {
      const current = await mediaOf(from);
      expect(current).toMatchObject({ status: "FAILED", contentUrl: null });
      return current;
    }, 20_000);
    expect((await api.call("GET", `/media/${media.mediaAssetId}/content`)).status).toBe(404);
  });

  it("of another workspace is not there", async () => {
    const [asset] = await api.app.opened.db.selectFrom("media_assets").selectAll().execute();
    const key = await (await api.app.workspace()).addKey();
    for (const tail of ["", "/content"])
      expect((await api.call("GET", `/media/${asset?.id}${tail}`, { key })).status).toBe(404);
  });

  it("waits for the next copier while one stops, which ends what it began", async () => {
    // Without Meta's token there is no copier but the one below.
    const app = await startTestApp({ meta: { ...META_DEFAULTS, appSecret: APP_SECRET } });
    await addChannel({ app, workspace: await app.workspace() }, { phoneNumberId: PHONE_NUMBER_ID });
    const arrives = async (id: string): Promise<void> => {
      api.meta.addFile(id, Buffer.from("picture"), "image/jpeg");
      const message = incoming("5511933330008", { type: "image", image: { id, mime_type: "image/jpeg" } });
      expect((await deliver(app, JSON.stringify(message))).status).toBe(200);
    };
    const { store, db } = app.opened;
    const graph = createGraph({ ...META_DEFAULTS, baseUrl: api.meta.url, token: TOKEN });
    const held = new Promise<ServerResponse>((resolve) => api.meta.next((_, response) => resolve(response)));
    const errors: unknown[] = [];
    const copier = startMediaCopier({
      store,
      fetch: (due) => fetchMedia(graph, due),
      now: Date.now,
      onError: (error) => errors.push(error),
    });
    await arrives("7008");
    copier.wake();
    const response = await held;
    await arrives("7009");
    const stopped = copier.stop();
    response.end(JSON.stringify({ url: `${api.meta.url}/files/7008` }));
    await stopped;
    const assets = db.selectFrom("media_assets").select(["provider_media_id", "status"]).orderBy("provider_media_id");
    expect(await assets.execute()).toEqual([
      { provider_media_id: "7008", status: "READY" },
      { provider_media_id: "7009", status: "PENDING" },
    ]);
    expect(errors).toEqual([]);
    await graph.close();
    await app.close();
  });
});
