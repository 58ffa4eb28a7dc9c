import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3];
const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));

let api: TestApi;
let id: string;
beforeAll(async () => {
  api = await startTestApi();
  id = expectSuccess("createContact", await api.call("POST", "/contacts", { json: { name: "Ana" } })).id;
});
afterAll(() => api.app.close());

async function upload(contact: string, bytes: number[], { name = "a.png", type = "image/png", field = "file" } = {}) {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  const body = new Response(form);
  const headers = { "content-type": body.headers.get("content-type") ?? "" };
  const raw = new Uint8Array(await body.arrayBuffer());
  return api.call("PUT", `/contacts/${contact}/avatar`, { raw, headers });
}
const remove = () => api.call("DELETE", `/contacts/${id}/avatar`);
const download = (path: string) => fetch(`${api.app.url}${path}`, { headers: { authorization: `Bearer ${api.key}` } });
const files = async () => (await api.app.opened.db.selectFrom("files").select("key").execute()).length;

describe("the photo of a contact", () => {
  it.each([
    ["image/png", PNG],
    ["image/jpeg", [0xff, 0xd8, 0xff, 0xe0]],
    ["image/gif", ascii("GIF89a...")],
    ["image/gif", ascii("GIF87a...")],
    ["image/webp", [...ascii("RIFF"), 1, 2, 3, 4, ...ascii("WEBPVP8 ")]],
    ["image/avif", [0, 0, 0, 32, ...ascii("ftypavif")]],
  ])("of the type %s is kept, whatever it says it is, and downloaded as it was sent", async (type, bytes) => {
    const contact = expectSuccess("setContactAvatar", await upload(id, bytes, { type: "text/html", name: "x.html" }));
    expect(contact.avatarUrl).toMatch(/^\/api\/v1\/contacts\/.+\/avatar\?v=[^/]{8}$/);
    const answer = await download(contact.avatarUrl);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual(bytes);
    expectSuccess("getContactAvatar", await api.call("GET", `/contacts/${id}/avatar`));
    expect(await files()).toBe(1);
  });

  it("is replaced by another, which has another address", async () => {
    const first = expectSuccess("setContactAvatar", await upload(id, PNG)).avatarUrl;
    const second = expectSuccess("setContactAvatar", await upload(id, PNG)).avatarUrl;
    expect(second).not.toBe(first);
    expect(await files()).toBe(1);
  });

  it("is shown on the contact's deals", async () => {
    const email = "photo@example.com";
    const { contactId, seq } = expectSuccess("createDeal", await api.call("POST", "/deals", { json: { email } }));
    const { avatarUrl } = expectSuccess("setContactAvatar", await upload(contactId, PNG));
    const deal = expectSuccess("getDeal", await api.call("GET", `/deals/${seq}`));
    expect(deal.contact.avatarUrl).toBe(avatarUrl);
    expectSuccess("deleteContactAvatar", await api.call("DELETE", `/contacts/${contactId}/avatar`));
  });

  it("is removed, as often as one likes", async () => {
    await upload(id, PNG);
    const contact = expectSuccess("deleteContactAvatar", await remove());
    expect(contact.avatarUrl).toBeNull();
    expect(expectSuccess("deleteContactAvatar", await remove())).toEqual(contact);
    expect((await api.call("GET", `/contacts/${id}/avatar`)).status).toBe(404);
    expect(await files()).toBe(0);
  });

  it("goes with its contact", async () => {
    const gone = expectSuccess("createContact", await api.call("POST", "/contacts", { json: { name: "Gone" } })).id;
    await upload(gone, PNG);
    expectSuccess("deleteContact", await api.call("DELETE", `/contacts/${gone}`));
    expect(await files()).toBe(0);
  });

  it("that a provider named is removed too", async () => {
    const { db } = api.app.opened;
    await db.updateTable("contacts").set({ avatar_url: "https://cdn.example/a.png" }).where("id", "=", id).execute();
    const contact = expectSuccess("getContact", await api.call("GET", `/contacts/${id}`));
    expect(contact.avatarUrl).toBe("https://cdn.example/a.png");
    expect(expectSuccess("deleteContactAvatar", await remove()).avatarUrl).toBeNull();
  });

  it.each<[string, number[], object, string]>([
    ["a page that says it is a picture", ascii("<script>alert(1)</script>"), {}, "file"],
    ["an SVG", ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'), { type: "image/svg+xml", name: "a.svg" }, "file"],
    ["nothing", [], {}, "file"],
    ["WEBP without RIFF", [...ascii("ABCD"), 1, 2, 3, 4, ...ascii("WEBP")], {}, "file"],
    ["what begins as WEBP and RIFF do, and is none", [...ascii("RIFX"), 1, 2, 3, 4, ...ascii("WEBP")], {}, "file"],
    ["what begins as a PNG does", [...PNG.slice(0, 7), 0], {}, "file"],
    ["a part of another name", PNG, { field: "photo" }, "photo"],
  ])("is not %s", async (_, bytes, options, field) => {
    const answer = await upload(id, bytes, options);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
    expect(await files()).toBe(0);
  });

  it("is at most 5 MB, and a file", async () => {
    const large = await upload(id, [...PNG, ...Array<number>(5 * 1024 * 1024).fill(0)]);
    expect(large.status).toBe(413);
    expect((await api.call("PUT", `/contacts/${id}/avatar`, { json: { file: "x" } })).status).toBe(415);
    expect((await upload("nothing", PNG)).status).toBe(404);
    expect(await files()).toBe(0);
  });
});
