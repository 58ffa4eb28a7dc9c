import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createReader,
  type MetaApi,
  nowInSeconds,
  startMetaApi,
  statusDelivery,
} from "../../app/testing/conversations.ts";

let api: MetaApi;
let reader: ReturnType<typeof createReader>;
beforeAll(async () => {
  api = await startMetaApi();
  reader = createReader(api);
});
afterAll(() => api.close());

const send = async (to: string): Promise<{ id: string; externalId: string }> =>
  (await api.call("POST", "/conversations/messages", { json: { to, text: "Hi" } })).body.data;

describe("the status of a message", () => {
  it.each<[string[], string]>([
    [["sent", "delivered", "read"], "read"],
    [["read", "delivered", "sent"], "read"],
    [["delivered", "delivered"], "delivered"],
    [["played"], "read"],
    [["sent", "failed"], "failed"],
    [["failed", "sent"], "failed"],
    [["failed", "delivered"], "delivered"],
    [["deleted", "nonsense"], "sent"],
  ])("told as %j is %s", async (told, status) => {
    const to = `+55119${Math.floor(1e7 + Math.random() * 8e7)}`;
    const { externalId } = await send(to);
    for (const each of told) await reader.received(statusDelivery(externalId, each));
    expect(await reader.history(to)).toMatchObject([{ status, read: status === "read" }]);
  });

  it("says why a message failed, and since when", async () => {
    const { externalId } = await send("+5511922220001");
    const errors = [{ code: 131026, title: "Message undeliverable", error_data: { details: "Not on WhatsApp" } }];
    await reader.received(statusDelivery(externalId, "failed", { errors, timestamp: nowInSeconds() }));
    expect(await reader.history("+5511922220001")).toMatchObject([
      {
        status: "failed",
        errorMessage: expect.stringContaining("Not on WhatsApp"),
        failure: [
          { code: "meta-not-on-whatsapp", params: {} },
          { code: "meta-words", params: { words: "Not on WhatsApp", code: 131026 } },
        ],
        statusTimestamp: expect.any(String),
      },
    ]);
  });

  it("that it failed is kept with the reason until the message is known", async () => {
    const errors = [{ code: 131026, title: "Not on WhatsApp" }];
    api.meta.next((_, response) => {
      void reader
        .received(statusDelivery("wamid.lost", "failed", { errors, timestamp: nowInSeconds() }))
        .then(() =>
          response.writeHead(200, { "content-type": "application/json" }).end('{"messages":[{"id":"wamid.lost"}]}'),
        );
    });
    await send("+5511922220007");
    expect(await reader.history("+5511922220007")).toMatchObject([
      {
        status: "failed",
        errorMessage: expect.stringContaining("may not be on WhatsApp"),
        failure: [{ code: "meta-not-on-whatsapp" }, { code: "meta-words" }],
      },
    ]);
  });

  it("that it failed stays when Meta tells of it by our key, and answers after", async () => {
    api.meta.next(({ body }, response) => {
      const key = { biz_opaque_callback_data: body?.["biz_opaque_callback_data"] };
      void reader
        .received(statusDelivery("wamid.quick", "failed", key))
        .then(() =>
          response.writeHead(200, { "content-type": "application/json" }).end('{"messages":[{"id":"wamid.quick"}]}'),
        );
    });
    await send("+5511922220008");
    expect(await reader.history("+5511922220008")).toMatchObject([{ externalId: "wamid.quick", status: "failed" }]);
  });

  it("is kept when it arrives before the message is known", async () => {
    api.meta.next((_, response) => {
      // Meta is quicker to tell than to answer.
      void reader
        .received(statusDelivery("wamid.early", "delivered"))
        .then(() => reader.received(statusDelivery("wamid.early", "read")))
        .then(() =>
          response.writeHead(200, { "content-type": "application/json" }).end('{"messages":[{"id":"wamid.early"}]}'),
        );
    });
    await send("+5511922220002");
    expect(await reader.history("+5511922220002")).toMatchObject([{ externalId: "wamid.early", status: "read" }]);
    expect(
      await api.app.opened.db
        .selectFrom("early_statuses")
        .selectAll()
        .where("external_id", "=", "wamid.early")
        .execute(),
    ).toEqual([]);
  });

  it("finds a message whose sending seemed to fail by the key that Meta hands back", async () => {
    api.meta.next((_, response) => void response.socket?.destroy());
    const { id, externalId } = await send("+5511922220003");
    expect(externalId).toBeNull();
    expect(await reader.history("+5511922220003")).toMatchObject([{ status: "failed" }]);
    await reader.received(statusDelivery("wamid.late", "sent", { biz_opaque_callback_data: id }));
    expect(await reader.history("+5511922220003")).toMatchObject([
      { externalId: "wamid.late", status: "sent", errorMessage: null },
    ]);
  });

  it("of a message that nobody sent changes nothing", async () => {
    await reader.received(statusDelivery(`wamid.${randomUUID()}`, "read"));
  });
});
