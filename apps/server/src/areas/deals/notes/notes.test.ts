import { createClient } from "@trilho/api-client";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test, vi } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../../app/testing/api.ts";
import { addDeal, addMember, type TestMember } from "../../../app/testing/deal-work.ts";
import type { Answer } from "../../../app/testing/test-app.ts";

let api: TestApi;
let bia: TestMember;
let deal: { id: string; seq: number };
beforeAll(async () => {
  api = await startTestApi();
  bia = await addMember(api, { name: "Bia" });
});
afterAll(() => api.app.close());
beforeEach(async () => {
  deal = await addDeal(api, bia);
});

const notes = (rest = ""): string => `/deals/${deal.seq}/notes${rest}`;
const write = async (json: object) => expectSuccess("createNote", await bia.call("POST", notes(), { json }));
const activities = async (): Promise<Answer["body"][]> =>
  expectSuccess("listDealActivities", await bia.call("GET", `/deals/${deal.seq}/activities`)).items;

/** Uploads a file by hand, as the server's own tests do not use a client's helpers. */
async function upload(
  content = "hello",
  name = "olá.txt",
  to = notes("/attachments"),
  more: Record<string, string> = {},
): Promise<Answer> {
  const body = new FormData();
  body.append("file", new Blob([content], { type: "text/plain" }), name);
  const encoded = new Response(body);
  const headers = { "content-type": encoded.headers.get("content-type") ?? "", ...more };
  return bia.call("POST", to, { raw: new Uint8Array(await encoded.arrayBuffer()), headers });
}
const receiptOf = async (content?: string, name?: string) =>
  expectSuccess("uploadNoteAttachment", await upload(content, name));

describe("a note", () => {
  test("is written by the key's member, and told in the deal's history", async () => {
    const note = await write({ content: "Called. Açaí 🚀" });
    expect(note).toMatchObject({
      dealId: deal.id,
      content: "Called. Açaí 🚀",
      authorMemberId: bia.id,
      authorName: "Bia",
      attachments: [],
    });
    expect(expectSuccess("getNote", await bia.call("GET", notes(`/${note.id}`)))).toEqual(note);
    expect(await activities()).toMatchObject([
      { type: "NOTE_CREATED", dealId: deal.id, metadata: { noteId: note.id }, actor: { userName: "Bia" } },
    ]);
  });

  test("may be its attachments alone", async () => {
    const receipt = await receiptOf();
    expect(receipt).toEqual({ key: receipt.key, name: "olá.txt", size: 5, mimeType: "text/plain" });
    const note = await write({ content: null, attachments: [receipt] });
    expect(note.content).toBe("");
    expect(note.attachments).toEqual([{ id: receipt.key, name: "olá.txt", contentType: "text/plain", size: 5 }]);
  });

  it.each<[string, object, string]>([
    ["without anything", {}, "content"],
    ["of nulls", { content: null, attachments: null }, "content"],
    ["blank and without attachments", { content: "  \n", attachments: [] }, "content"],
    ["that is too long", { content: "x".repeat(10_001) }, "content"],
    ["that is no text", { content: 5 }, "content"],
    ["with NUL", { content: "a\0b" }, "content"],
    ["with half a character", { content: "a\ud800b" }, "content"],
    ["with a receipt that lacks something", { attachments: [{ key: "k" }] }, "attachments[0].name"],
    [
      "with a receipt that was never given",
      { attachments: [{ key: "__proto__", name: "a", size: 1, mimeType: "text/plain" }] },
      "attachments[0]",
    ],
    [
      "with a receipt whose key cannot be stored",
      { attachments: [{ key: "\0", name: "a", size: 1, mimeType: "text/plain" }] },
      "attachments[0].key",
    ],
  ])("%s is refused", async (_, json, field) => {
    const answer = await bia.call("POST", notes(), { json });
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(fieldsOf(answer)).toContain(field);
    expect(await activities()).toEqual([]);
  });

  test("takes only receipts that are unchanged, of this deal, and of no other note", async () => {
    const receipt = await receiptOf();
    const refused = async (...attachments: object[]) => {
      const answer = await bia.call("POST", notes(), { json: { content: "x", attachments } });
      expect(answer.status).toBe(400);
      return fieldsOf(answer);
    };
    expect(await refused({ ...receipt, name: "other.txt" })).toEqual(["attachments[0]"]);
    expect(await refused({ ...receipt, size: 4 })).toEqual(["attachments[0]"]);
    expect(await refused({ ...receipt, mimeType: "image/png" })).toEqual(["attachments[0]"]);
    expect(await refused(receipt, receipt)).toEqual(["attachments[1]"]);
    await write({ attachments: [receipt] });
    expect(await refused(receipt)).toEqual(["attachments[0]"]);
    const foreign = await receiptOf();
    deal = await addDeal(api, bia);
    expect(await refused(foreign)).toEqual(["attachments[0]"]);
  });

  test("can be rewritten, but not emptied unless it has attachments", async () => {
    const change = (id: string, content: unknown) => bia.call("PATCH", notes(`/${id}`), { json: { content } });
    const { id } = await write({ content: "First" });
    expect(expectSuccess("updateNote", await change(id, "Second")).content).toBe("Second");
    expect(fieldsOf(await change(id, " "))).toEqual(["content"]);
    expect(fieldsOf(await bia.call("PATCH", notes(`/${id}`), { json: {} }))).toEqual(["content"]);
    expect(expectSuccess("updateNote", await change(id, "Second")).content).toBe("Second");
    const withFile = await write({ attachments: [await receiptOf()] });
    expect(expectSuccess("updateNote", await change(withFile.id, null)).content).toBe("");
    expect((await activities()).map(({ type }) => type).toSorted()).toEqual([
      "NOTE_CREATED",
      "NOTE_CREATED",
      "NOTE_UPDATED",
    ]);
  });

  test("is gone with its files once it is deleted", async () => {
    const receipt = await receiptOf();
    const { id } = await write({ attachments: [receipt] });
    expectSuccess("deleteNote", await bia.call("DELETE", notes(`/${id}`)));
    expect((await bia.call("GET", notes(`/${id}`))).status).toBe(404);
    expect((await bia.call("DELETE", notes(`/${id}`))).status).toBe(404);
    expect((await bia.call("GET", `/deals/${deal.seq}/attachments/${receipt.key}`)).status).toBe(404);
    expect((await activities())[0]).toMatchObject({ type: "NOTE_DELETED", metadata: { noteId: id } });
  });

  test("is listed with its own attachments", async () => {
    const [first, second] = [await receiptOf("1", "1.txt"), await receiptOf("2", "2.txt")];
    await write({ content: "Older", attachments: [first] });
    await write({ content: "None" });
    await write({ content: "Newer", attachments: [second] });
    const { items } = expectSuccess("listNotes", await bia.call("GET", notes()));
    const names = items.map(({ attachments }: Answer["body"]) => attachments.map(({ name }: { name: string }) => name));
    expect(names).toEqual([["2.txt"], [], ["1.txt"]]);
  });

  test("stands before older ones, page by page", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await write({ content: `${n}` })).id);
    const first = expectSuccess("listNotes", await bia.call("GET", notes("?limit=3")));
    const cursor = encodeURIComponent(first.nextCursor);
    const second = expectSuccess("listNotes", await bia.call("GET", notes(`?limit=3&cursor=${cursor}`)));
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect([first.hasMore, second.hasMore]).toEqual([true, false]);
    const other = await addDeal(api, bia);
    expect(fieldsOf(await bia.call("GET", `/deals/${other.seq}/notes?cursor=${cursor}`))).toEqual(["cursor"]);
  });

  test("is read and written by those who see its deal", async () => {
    const { id } = await write({ content: "Secret" });
    const caio = await addMember(api, { visibility: "own" });
    const foreign = await api.app.workspace();
    const key = await foreign.addKey();
    for (const call of [
      caio.call,
      (method: string, path: string, init = {}) => api.call(method, path, { ...init, key }),
    ]) {
      for (const answer of [
        await call("GET", notes()),
        await call("POST", notes(), { json: { content: "x" } }),
        await call("GET", notes(`/${id}`)),
        await call("PATCH", notes(`/${id}`), { json: { content: "x" } }),
        await call("DELETE", notes(`/${id}`)),
        await call("GET", `/deals/${deal.seq}/attachments`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
      }
    }
    const elsewhere = await addDeal(api, bia);
    expect((await bia.call("GET", `/deals/${elsewhere.seq}/notes/${id}`)).status).toBe(404);
    expect((await bia.call("GET", notes("/%00"))).status).toBe(404);
  });
});

describe("an attachment", () => {
  test("is listed with the note that has it, and read byte for byte", async () => {
    const receipt = await receiptOf("olá, mundo", "../../contrato.txt");
    const waiting = await receiptOf("later", "b.bin");
    const { id } = await write({ attachments: [receipt] });
    const list = expectSuccess("listDealAttachments", await bia.call("GET", `/deals/${deal.seq}/attachments`));
    expect(list.items).toMatchObject([
      { id: waiting.key, noteId: null, uploadedByMemberId: bia.id },
      { id: receipt.key, noteId: id, name: "contrato.txt", contentType: "text/plain", size: 11 },
    ]);
    const page = (more: string) => bia.call("GET", `/deals/${deal.seq}/attachments?limit=1${more}`);
    const first = expectSuccess("listDealAttachments", await page(""));
    const next = expectSuccess("listDealAttachments", await page(`&cursor=${first.nextCursor}`));
    expect([first.items, next.items.slice(0, 1)]).toEqual([list.items.slice(0, 1), list.items.slice(1, 2)]);
    const answer = await bia.call("GET", `/deals/${deal.seq}/attachments/${receipt.key}`);
    expectSuccess("downloadDealAttachment", answer);
    expect(answer.body).toBe("olá, mundo");
    expect(answer.headers.get("content-disposition")).toBe("inline; filename=contrato.txt");
  });

  test("goes up and comes down through the client", async () => {
    const client = createClient({ baseUrl: api.app.url, apiKey: api.key });
    const file = new File([new Uint8Array([0, 255, 13, 10])], "dados 📈.bin", { type: "application/x-data" });
    const receipt = await client.deals.uploadNoteAttachment(deal.seq, file, { idempotencyKey: "upload-1" });
    expect(receipt).toEqual({ key: receipt.key, name: "dados 📈.bin", size: 4, mimeType: "application/x-data" });
    // The same upload again is the same file.
    expect(await client.deals.uploadNoteAttachment(deal.seq, file, { idempotencyKey: "upload-1" })).toEqual(receipt);
    await client.deals.createNote(deal.seq, { attachments: [receipt] });
    const content = await client.deals.downloadAttachment(deal.seq, receipt.key);
    expect([...new Uint8Array(await content.arrayBuffer())]).toEqual([0, 255, 13, 10]);
  });

  test("is told from others by its bytes, which are never written as text, many times as long", async () => {
    const writing = vi.spyOn(Buffer.prototype, "toJSON");
    onTestFinished(() => writing.mockRestore());
    const to = notes("/attachments");
    const send = (content: string) => upload(content, "a.txt", to, { "idempotency-key": "upload-2" });
    const first = expectSuccess("uploadNoteAttachment", await send("one"));
    expect(expectSuccess("uploadNoteAttachment", await send("one"))).toEqual(first);
    expect((await send("two")).body.code).toBe("CONFLICT");
    expect(writing).not.toHaveBeenCalled();
  });

  test("that is too large or no form is refused", async () => {
    const large = await upload("x".repeat(25 * 1024 * 1024 + 1));
    expect([large.status, large.body.code]).toEqual([413, "BAD_REQUEST"]);
    const json = await bia.call("POST", notes("/attachments"), { json: { file: "x" } });
    expect([json.status, json.body.code]).toEqual([415, "BAD_REQUEST"]);
    expect((await upload("x", "x", "/deals/999999/notes/attachments")).status).toBe(404);
  });

  test("that no note took is removed after a day", async () => {
    const old = await receiptOf("old");
    const taken = await receiptOf("taken");
    await write({ attachments: [taken] });
    const { db } = api.app.opened;
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await db.updateTable("deal_attachments").set({ created_at: yesterday }).where("deal_id", "=", deal.id).execute();
    const fresh = await receiptOf("fresh");
    const list = expectSuccess("listDealAttachments", await bia.call("GET", `/deals/${deal.seq}/attachments`));
    expect(list.items.map(({ id }: { id: string }) => id)).toEqual([fresh.key, taken.key]);
    expect(await db.selectFrom("files").where("key", "=", old.key).select("key").execute()).toEqual([]);
  });
});
