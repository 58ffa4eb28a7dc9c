import type { ContactDetail } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { addDeal, addMember, type TestMember } from "../../app/testing/deals.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const post = (json: object, key?: string) => api.call("POST", "/contacts", { json, ...(key !== undefined && { key }) });
const patch = (id: string, json: object) => api.call("PATCH", `/contacts/${id}`, { json });
const create = async (json: object, key?: string): Promise<ContactDetail> =>
  expectSuccess("createContact", await post(json, key));
const update = async (id: string, json: object): Promise<ContactDetail> =>
  expectSuccess("updateContact", await patch(id, json));
const read = async (id: string): Promise<ContactDetail> =>
  expectSuccess("getContact", await api.call("GET", `/contacts/${id}`));

const values = async (id: string) =>
  expectSuccess("getContactCustomFields", await api.call("GET", `/contacts/${id}/custom-fields`)).customFields;

/** What a contact of this name is shown as. */
const called = (name: string) => ({ name, customName: name, displayName: name });

let numbers = 0;
const phone = () => `+5511988${String(++numbers).padStart(6, "0")}`;

describe("creating a contact", () => {
  it("keeps what is said, the phone in E.164", async () => {
    const contact = await create({
      firstName: " Ana ",
      lastName: "Souza Lima",
      phone: "(11) 98765-4321",
      email: " Ana@Example.com ",
      instagramUsername: "@Ana.Souza",
      notes: "likes tea",
    });
    expect(contact).toEqual({
      id: contact.id,
      seq: contact.seq,
      phone: "+5511987654321",
      displayName: "Ana Souza Lima",
      name: "Ana Souza Lima",
      customName: "Ana Souza Lima",
      firstName: "Ana",
      lastName: "Souza Lima",
      avatarUrl: null,
      email: "Ana@Example.com",
      instagramUsername: "ana.souza",
      notes: "likes tea",
      optedOutKeyword: null,
      optedOutSource: null,
      blocked: false,
      isInternal: false,
      optedOutAt: null,
      lastMarketingAt: null,
      lastMessageAt: null,
      lastActivityAt: contact.createdAt,
      createdAt: contact.createdAt,
      updatedAt: contact.createdAt,
    });
    expect(await read(contact.id)).toEqual(contact);
  });

  it.each<[object, object]>([
    [{ name: "Ana Maria  Souza" }, { firstName: "Ana", lastName: "Maria Souza", displayName: "Ana Maria Souza" }],
    [{ name: "Ana" }, { firstName: "Ana", lastName: null, displayName: "Ana" }],
    [
      { name: "Ignored Name", lastName: "Souza" },
      { firstName: null, lastName: "Souza", customName: "Souza" },
    ],
    [{ email: "only@example.com" }, { displayName: "only@example.com", phone: "", name: null, customName: null }],
    [{ instagramUsername: "zoe" }, { displayName: "zoe" }],
    [{ instagramUsername: " @Zoe@home " }, { instagramUsername: "zoe@home" }],
    [{ name: "A", instagramUsername: "@ " }, { instagramUsername: null }],
    [
      { name: "Ignored Name", firstName: "Zoe" },
      { firstName: "Zoe", lastName: null },
    ],
    [
      { firstName: "A", phone: "", email: "  ", notes: null },
      { phone: "", email: null, notes: null },
    ],
  ])("of %j is %j", async (json, expected) => {
    expect(await create(json)).toMatchObject(expected);
  });

  it.each<[object, string[]]>([
    [{}, ["body"]],
    [{ firstName: " ", phone: null }, ["body"]],
    [{ notes: "nobody" }, ["body"]],
    [{ phone: "call me" }, ["phone"]],
    [{ phone: "12" }, ["phone"]],
    [{ email: "ana@" }, ["email"]],
    [{ name: "A", companyId: "nothing" }, ["companyId"]],
    [{ name: "x".repeat(256) }, ["name"]],
    [{ name: 1, phone: 2 }, ["name", "phone"]],
    [{ name: "A", notes: "x".repeat(2001) }, ["notes"]],
    [{ name: "A", blocked: "no" }, ["blocked"]],
    [{ name: "\ud800" }, ["name"]],
  ])("of %j is refused", async (json, fields) => {
    const answer = await post(json);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
  });

  it("gives a phone and an e-mail to one contact, also of many at once", async () => {
    const number = phone();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post({ name: "A", phone: number })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    const email = "same@example.com";
    const mails = await Promise.all([email, email.toUpperCase()].map((address) => post({ email: address })));
    expect(mails.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(mails.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "CONFLICT",
      error: expect.stringContaining("e-mail"),
    });
    const other = await (await api.app.workspace()).addKey();
    expect((await create({ phone: number, email }, other)).seq).toBe(1);
  });
});

describe("changing a contact", () => {
  it("changes what is said; null and blanks remove", async () => {
    const contact = await create({ name: "Ana Souza", phone: phone(), email: "change@example.com", notes: "n" });
    const changed = await update(contact.id, { lastName: "Prado", notes: null, email: "", blocked: true });
    expect(changed).toEqual({
      ...contact,
      lastName: "Prado",
      name: "Ana Prado",
      customName: "Ana Prado",
      displayName: "Ana Prado",
      notes: null,
      email: null,
      blocked: true,
      updatedAt: changed.updatedAt,
    });
    expect(await update(contact.id, { name: "Zoe" })).toMatchObject({ firstName: "Zoe", lastName: null });
  });

  it.each<[field: string, sent: unknown, shown: object]>([
    ["firstName", " Zoe ", { firstName: "Zoe", ...called("Zoe Souza") }],
    ["firstName", null, { firstName: null, ...called("Souza") }],
    ["name", "Zoe Maria Lima", { firstName: "Zoe", lastName: "Maria Lima", ...called("Zoe Maria Lima") }],
    ["name", " ", { firstName: null, lastName: null, name: null, customName: null, displayName: "+5511955550000" }],
    ["lastName", "Lima", { lastName: "Lima", ...called("Ana Lima") }],
    ["lastName", " ", { lastName: null, ...called("Ana") }],
    ["phone", "(11) 95555-0001", { phone: "+5511955550001" }],
    ["phone", null, { phone: "" }],
    ["email", " other@example.com ", { email: "other@example.com" }],
    ["email", null, { email: null }],
    ["instagramUsername", "@Other", { instagramUsername: "other" }],
    ["instagramUsername", null, { instagramUsername: null }],
    ["notes", " other ", { notes: "other" }],
    ["notes", null, { notes: null }],
    ["blocked", false, { blocked: false }],
    ["isInternal", false, { isInternal: false }],
    ["optedOut", false, { optedOutAt: null, optedOutSource: null }],
  ])("changes %s alone by %j", async (field, sent, shown) => {
    const given = { firstName: "Ana", lastName: "Souza", phone: "+5511955550000", email: "full@example.com" };
    const more = { instagramUsername: "full", notes: "n", blocked: true, isInternal: true };
    const { id } = await create({ ...given, ...more });
    const full = await update(id, { optedOut: true });
    expect(full).toMatchObject({ ...given, ...more, optedOutAt: expect.any(String) });
    expect(await update(id, { [field]: sent })).toEqual({ ...full, ...shown, updatedAt: expect.any(String) });
    expectSuccess("deleteContact", await api.call("DELETE", `/contacts/${id}`));
  });

  it("puts it into a company, leaves it there until told otherwise, and takes it out", async () => {
    const company = (await api.call("POST", "/companies", { json: { name: "Of contacts" } })).body.data;
    const { id } = await create({ name: "Worker" });
    const companyOf = async () =>
      expectSuccess("listContacts", await api.call("GET", "/contacts?search=worker")).items[0].company;
    await update(id, { companyId: company.id });
    await update(id, { notes: "n" });
    expect(await companyOf()).toEqual({ id: company.id, name: "Of contacts" });
    await update(id, { companyId: " " });
    expect(await companyOf()).toBeNull();
  });

  it("keeps when an opt-out came, and lifts it", async () => {
    const { id } = await create({ name: "Out" });
    const out = await update(id, { optedOut: true });
    expect(out).toMatchObject({ optedOutAt: expect.any(String), optedOutSource: "api", optedOutKeyword: null });
    expect((await update(id, { optedOut: true })).optedOutAt).toBe(out.optedOutAt);
    expect(await update(id, { optedOut: false })).toMatchObject({ optedOutAt: null, optedOutSource: null });
  });

  it("refuses another contact's phone or e-mail, and leaving nothing that tells it apart", async () => {
    const [one, two] = [await create({ phone: phone() }), await create({ phone: phone(), email: "two@example.com" })];
    for (const [taken, what] of [
      [{ phone: two.phone }, "phone"],
      [{ email: "TWO@example.com" }, "e-mail"],
    ] as const) {
      const { status, body } = await patch(one.id, taken);
      expect([status, body.error]).toEqual([409, `Another contact of this workspace has this ${what}.`]);
      // Whose it is, as they may see it.
      expect(JSON.stringify(body.details)).toContain(two.id);
    }
    expect((await patch(two.id, { phone: two.phone, email: "TWO@example.com" })).status).toBe(200);
    const nobody = await patch(one.id, { phone: null });
    expect([nobody.status, fieldsOf(nobody)]).toEqual([400, ["body"]]);
    expect(fieldsOf(await patch(one.id, { companyId: "x", phone: "x" })).toSorted()).toEqual(["companyId", "phone"]);
    const race = await Promise.all(
      [one, two, await create({ name: "C" })].map(({ id }) => patch(id, { phone: "+5511977776666" })),
    );
    expect(race.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it("leaves it the name that a provider gives it", async () => {
    const { id } = await create({ phone: phone() });
    await api.app.opened.db.updateTable("contacts").set({ name: "ana ✨" }).where("id", "=", id).execute();
    expect(await update(id, { phone: null })).toMatchObject({ phone: "", name: "ana ✨", customName: null });
  });

  it("finds nothing by another id", async () => {
    const other = await (await api.app.workspace()).addKey();
    const { id } = await create({ name: "Mine" });
    for (const path of ["/contacts/nothing", "/contacts/%00", "/contacts/%F0%9F%98%80"]) {
      expect((await api.call("GET", path)).status).toBe(404);
      expect((await api.call("PATCH", path, { json: { name: "x" } })).status).toBe(404);
      expect((await api.call("DELETE", path)).status).toBe(404);
      expect((await api.call("DELETE", `${path}/avatar`)).status).toBe(404);
    }
    expect((await api.call("PATCH", `/contacts/${id}`, { key: other, json: {} })).status).toBe(404);
  });
});

describe("custom fields of a contact", () => {
  it("are kept by slug, merged, cleared by null, and shown while they are defined", async () => {
    const define = async (json: object) =>
      expectSuccess("createCustomField", await api.call("POST", "/custom-fields", { json })).id;
    await define({ name: "City", fieldType: "text", entityType: "contact" });
    await define({ name: "Second phone", fieldType: "phone", entityType: "contact" });
    const age = await define({ name: "Age", fieldType: "number", entityType: "contact" });
    const given = { city: "Olinda", second_phone: "(11) 3456-7890", age: 40 };
    const { id } = await create({ name: "Lia", customFields: given });
    expect(await values(id)).toEqual({ ...given, second_phone: "+551134567890" });
    await update(id, { customFields: { city: null, age: 41 } });
    await update(id, { notes: "x", customFields: null });
    expect(await values(id)).toEqual({ second_phone: "+551134567890", age: 41 });
    expectSuccess("deleteCustomField", await api.call("DELETE", `/custom-fields/${age}`));
    expect(await values(id)).toEqual({ second_phone: "+551134567890" });
    const [listed] = expectSuccess("listContacts", await api.call("GET", "/contacts?search=lia")).items;
    expect(listed.customFields).toEqual({ second_phone: "+551134567890" });
    const wrong = { customFields: { city: 1, segment: "a", __none: 1 }, phone: "x" };
    expect(fieldsOf(await patch(id, { customFields: wrong.customFields })).toSorted()).toEqual([
      "customFields.__none",
      "customFields.city",
      "customFields.segment",
    ]);
    const created = await post(wrong);
    expect([created.status, fieldsOf(created)[0]]).toEqual([400, "phone"]);
    expect((await api.call("GET", "/contacts/nothing/custom-fields")).status).toBe(404);
  });
});

describe("removing a contact", () => {
  it("is possible while no deal has it", async () => {
    const { id } = await create({ name: "Gone" });
    expectSuccess("deleteContact", await api.call("DELETE", `/contacts/${id}`));
    expect((await api.call("DELETE", `/contacts/${id}`)).status).toBe(404);
    const busy = await create({ name: "Busy" });
    await addDeal(api, await addMember(api), busy.id);
    const answer = await api.call("DELETE", `/contacts/${busy.id}`);
    expect([answer.status, answer.body.code]).toEqual([409, "CONFLICT"]);
    await read(busy.id);
  });
});

describe("listing contacts", () => {
  let own: string;
  const names = async (query: string) => (await list(query)).items.map(({ displayName }: ContactDetail) => displayName);
  const list = async (query: string) =>
    expectSuccess("listContacts", await api.call("GET", `/contacts${query}`, { key: own }));

  beforeAll(async () => {
    const workspace = await api.app.workspace();
    own = await workspace.addKey();
    const company = await api.call("POST", "/companies", { key: own, json: { name: "Acme" } });
    for (const json of [
      { name: "Érica Prado", phone: "+5511912340001", email: "erica@example.com" },
      { name: "Bruno 100%", phone: "+5511912340002", companyId: company.body.data.id },
      { name: "Caio_Dias", email: "Caio@Example.com", instagramUsername: "caio.d" },
    ]) {
      await create(json, own);
    }
  });

  it("gives pages, newest first, which together hold every contact once", async () => {
    const first = await list("?limit=2");
    expect(first.hasMore).toBe(true);
    const second = await list(`?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect([...first.items, ...second.items].map(({ displayName }) => displayName)).toEqual([
      "Caio_Dias",
      "Bruno 100%",
      "Érica Prado",
    ]);
    const foreign = `/contacts?search=a&cursor=${encodeURIComponent(first.nextCursor)}`;
    expect(fieldsOf(await api.call("GET", foreign, { key: own }))).toEqual(["cursor"]);
  });

  it.each([
    ["search=éRICA", ["Érica Prado"]],
    ["search=PRADO", ["Érica Prado"]],
    ["search=prado erica@", ["Érica Prado"]],
    ["search=100%25", ["Bruno 100%"]],
    ["search=o_d", ["Caio_Dias"]],
    ["search=caio.d", ["Caio_Dias"]],
    ["search=(11) 91234", ["Bruno 100%", "Érica Prado"]],
    ["search=40002", ["Bruno 100%"]],
    ["search=nobody", []],
    ["search=", ["Caio_Dias", "Bruno 100%", "Érica Prado"]],
    ["phone=11 91234-0001", ["Érica Prado"]],
    ["email=caio@example.com", ["Caio_Dias"]],
    ["companyId=nothing", []],
    ["updatedFrom=2000-01-01", ["Caio_Dias", "Bruno 100%", "Érica Prado"]],
    ["updatedTo=2000-01-01T00:00:00Z", []],
    ["updatedFrom=2000-01-01&updatedTo=2001-01-01", []],
  ])("finds by %s", async (query, expected) => {
    expect(await names(`?${query}`)).toEqual(expected);
  });

  it("shows the company, and finds by it", async () => {
    const [bruno] = (await list("?search=bruno")).items;
    expect(bruno.company).toEqual({ id: expect.any(String), name: "Acme" });
    expect(await names(`?companyId=${bruno.company.id}`)).toEqual(["Bruno 100%"]);
  });

  it.each([
    "limit=0",
    "limit=201",
    "phone=abc",
    "updatedFrom=yesterday",
    "updatedTo=2026-02-30",
    "updatedTo=2026-01-01&updatedFrom=2026-01-02T12:00:00Z",
    "search=%00",
    "cursor=x",
  ])("refuses %s", async (query) => {
    const answer = await api.call("GET", `/contacts?${query}`, { key: own });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [query.split("=")[0]]]);
  });
});

describe("a member who sees only own records", () => {
  let ana: TestMember;
  let mine: string;
  let theirs: string;
  let shared: string;

  beforeAll(async () => {
    ana = await addMember(api, { visibility: "own" });
    mine = (await create({ name: "Mine" }, ana.key)).id;
    theirs = (await create({ name: "Theirs", phone: "+5511955554444" })).id;
    shared = (await create({ name: "Shared" })).id;
    await addDeal(api, ana, shared);
  });

  it("sees contacts of own deals and those made with the own key", async () => {
    const answer = expectSuccess("listContacts", await ana.call("GET", "/contacts"));
    expect(answer.items.map(({ id }: ContactDetail) => id)).toEqual([shared, mine]);
    expect((await ana.call("GET", `/contacts/${shared}`)).status).toBe(200);
  });

  it("finds no other: neither to read, nor to change, nor to remove", async () => {
    for (const [method, path, json] of [
      ["GET", `/contacts/${theirs}`, undefined],
      ["PATCH", `/contacts/${theirs}`, { name: "x" }],
      ["DELETE", `/contacts/${theirs}`, undefined],
      ["GET", `/contacts/${theirs}/avatar`, undefined],
      ["DELETE", `/contacts/${theirs}/avatar`, undefined],
    ] as const) {
      expect((await ana.call(method, path, { json })).status).toBe(404);
    }
    expect((await read(theirs)).displayName).toBe("Theirs");
  });

  it("learns that a phone is taken, and not whose it is", async () => {
    const answer = await post({ phone: "+5511955554444" }, ana.key);
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).not.toContain(theirs);
  });
});
