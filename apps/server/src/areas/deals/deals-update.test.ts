import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fieldsOf } from "../../app/testing/api.ts";
import { addChannel } from "../../app/testing/conversations.ts";
import { startDealApi, type DealApi } from "../../app/testing/deal-api.ts";
import { addMember, type TestMember } from "../../app/testing/deals.ts";

let api: DealApi;
let bia: TestMember;
beforeAll(async () => {
  api = await startDealApi();
  bia = await addMember(api, { name: "Bia" });
});
afterAll(() => api.app.close());

let deal: { id: string; seq: number; contactId: string };
let phone = 11_970_000_000;
beforeEach(async () => {
  deal = await api.make({ phone: `${(phone += 1)}`, contactName: "Ana Souza" });
});

const send = (body: object, seq = deal.seq) => api.call("PATCH", `/deals/${seq}`, { json: body });
const refusedFields = async (body: object) => {
  const answer = await send(body);
  expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  return fieldsOf(answer).toSorted();
};
const lossReasons = (reasons: string[]) =>
  api.app.opened.db
    .updateTable("workspaces")
    .set({ loss_reasons: JSON.stringify(reasons) })
    .where("id", "=", api.workspace.id)
    .execute();
const typesOf = (rows: { type: string }[]) => rows.map(({ type }) => type).toSorted();

describe("a change of a deal", () => {
  it("changes what it names, and tells each change", async () => {
    const { expectedCloseAt, updatedAt } = await api.get(deal.seq);
    expect(expectedCloseAt).toBeNull();
    const change = { name: "Bigger", value: 99.5, notes: "n", closeProbability: 50, coOwnerUserId: bia.id };
    expect(await api.patch(deal.seq, change)).toMatchObject({ name: "Bigger", value: 99.5, currency: "BRL" });
    const card = await api.get(deal.seq);
    expect(card).toMatchObject({ ...change, coOwner: { userId: bia.id, name: "Bia" } });
    expect(Date.parse(card.updatedAt)).toBeGreaterThanOrEqual(Date.parse(updatedAt));
    const told = (await api.activities(deal.id)).filter(({ type }) => type === "DEAL_UPDATED");
    expect(told.map(({ field }) => field).toSorted()).toEqual(Object.keys(change).toSorted());
    expect(told).toContainEqual(expect.objectContaining({ field: "value", changes: { from: 0, to: 99.5 } }));
    expect((await api.events(deal.id)).filter(({ type }) => type === "deal_updated")).toMatchObject([
      { payload: { fields: expect.arrayContaining(["name", "value"]), changes: { value: { from: 0, to: 99.5 } } } },
    ]);
  });

  it("that changes nothing leaves no trace", async () => {
    const before = await api.get(deal.seq);
    await api.patch(deal.seq, {});
    await api.patch(deal.seq, { name: before.name, value: 0, stageId: before.stageId, customFields: { note: null } });
    expect(await api.get(deal.seq)).toEqual(before);
  });

  it("clears by null what can be empty, and leaves the rest", async () => {
    await api.patch(deal.seq, {
      notes: "n",
      expectedCloseAt: "2026-01-01T00:00:00Z",
      coOwnerUserId: bia.id,
      company: { name: "C" },
    });
    const cleared = { notes: null, expectedCloseAt: null, coOwnerUserId: null, companyId: null };
    const kept = {
      name: null,
      value: null,
      currency: null,
      responsibleUserId: null,
      stageId: null,
      phone: null,
      customFields: null,
    };
    await api.patch(deal.seq, { ...cleared, ...kept });
    const card = await api.get(deal.seq);
    expect(card).toMatchObject({ notes: null, expectedCloseAt: null, coOwner: null, company: null, name: "Ana Souza" });
    expect(card.contact.displayName).toBe("Ana Souza");
  });

  it.each<[field: string, sent: unknown, shown: unknown, also?: object]>([
    ["name", " Other ", "Other"],
    ["value", 0, 0],
    ["currency", "usd", "USD"],
    ["closeProbability", 0, 0],
    ["notes", " Other ", "Other"],
    ["notes", "  ", null],
    ["expectedCloseAt", "2030-01-31T09:00:00-03:00", "2030-01-31T12:00:00.000Z"],
    ["expectedCloseAt", null, null],
    ["coOwnerUserId", null, null, { coOwner: null }],
    ["channelId", null, null, { channelOverride: null, channel: null }],
    ["metadata", { b: 1 }, { b: 1 }],
    ["metadata", null, null],
  ])("in its %s alone changes that alone, and tells it (%#)", async (field, sent, shown, also = {}) => {
    const channelId = await addChannel(api, { isDefault: false });
    const plain = { name: "Full", value: 5, currency: "EUR", closeProbability: 40, notes: "n" };
    const close = { expectedCloseAt: "2029-01-01T00:00:00.000Z", coOwnerUserId: bia.id };
    const hidden = { channelId, metadata: { a: 1 } };
    await api.patch(deal.seq, { ...plain, ...close, ...hidden });
    const { lastActivity: _, ...full } = await api.get(deal.seq);
    expect(full).toMatchObject({ ...plain, ...close, channelOverride: { id: channelId } });
    await api.patch(deal.seq, { [field]: sent });
    const { lastActivity, ...card } = await api.get(deal.seq);
    const told = { field, changes: { from: { ...plain, ...close, ...hidden }[field], to: shown } };
    expect(lastActivity.meta).toMatchObject(told);
    const isShown = !Object.hasOwn(hidden, field);
    expect(card).toEqual({ ...full, ...(isShown && { [field]: shown }), ...also, updatedAt: expect.any(String) });
  });

  it("moves to another stage", async () => {
    const before = await api.get(deal.seq);
    const [, second] = api.workspace.stageIds;
    const moved = await api.patch(deal.seq, { stageId: second });
    expect(moved).toMatchObject({ stageId: second, status: "open", closedAt: null });
    expect(moved.stageChangedAt > before.stageChangedAt).toBe(true);
    expect(await api.activities(deal.id)).toContainEqual(
      expect.objectContaining({ type: "STAGE_CHANGED", changes: { from: before.stageId, to: second } }),
    );
    const events = await api.events(deal.id);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "stage_left",
        payload: expect.objectContaining({ stageId: before.stageId, toStageId: second }),
      }),
    );
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "stage_entered",
        payload: expect.objectContaining({ stageId: second, fromStageId: before.stageId }),
      }),
    );
  });

  it("moves to another pipeline with its stage", async () => {
    const moved = await api.patch(deal.seq, { stageId: api.other.stageId });
    expect(moved).toMatchObject({ pipelineId: api.other.pipelineId, stageId: api.other.stageId });
    const metadata = { fromPipelineId: api.workspace.pipelineId, toPipelineId: api.other.pipelineId };
    const moves = (await api.activities(deal.id)).filter(({ type }: { type: string }) => type === "STAGE_CHANGED");
    expect(moves).toMatchObject([{ metadata }]);
  });

  it("wins, loses, and reopens", async () => {
    const won = await api.patch(deal.seq, { stageId: api.won });
    expect(won).toMatchObject({ status: "won", closedAt: expect.any(String), lostReason: null });
    const lost = await api.patch(deal.seq, { stageId: api.lost, lostReason: " Too late " });
    expect(lost).toMatchObject({ status: "lost", lostReason: "Too late" });
    const open = await api.patch(deal.seq, { stageId: api.workspace.stageIds[0] });
    expect(open).toMatchObject({ status: "open", closedAt: null, lostReason: null });
    expect(typesOf(await api.activities(deal.id))).toEqual(
      expect.arrayContaining(["DEAL_LOST", "DEAL_REOPENED", "DEAL_WON"]),
    );
    expect(typesOf(await api.events(deal.id)).filter((type) => /won|lost/.test(type))).toEqual([
      "deal_lost",
      "deal_won",
    ]);
  });

  it("loses for a reason of the workspace only, any where it has none", async () => {
    expect(await refusedFields({ stageId: api.lost })).toEqual(["lostReason"]);
    expect(await refusedFields({ stageId: api.lost, lostReason: " " })).toEqual(["lostReason"]);
    await lossReasons(["Price", "No answer"]);
    try {
      expect(await refusedFields({ stageId: api.lost, lostReason: "Weather" })).toEqual(["lostReason"]);
      expect(await refusedFields({ lostReason: "Price" })).toEqual(["lostReason"]);
      expect(await api.patch(deal.seq, { stageId: api.lost, lostReason: "price" })).toMatchObject({
        lostReason: "Price",
      });
      expect(await api.patch(deal.seq, { lostReason: "No answer" })).toMatchObject({ lostReason: "No answer" });
      expect(await refusedFields({ lostReason: null })).toEqual(["lostReason"]);
      expect(await api.patch(deal.seq, { value: 5 })).toMatchObject({ lostReason: "No answer" });
    } finally {
      await lossReasons([]);
    }
  });

  it("does not reopen beside an open deal of its contact, nor move beside one", async () => {
    await api.patch(deal.seq, { stageId: api.won });
    const { phone: number } = (await api.get(deal.seq)).contact;
    const second = await api.make({ phone: number });
    expect(await refusedFields({ stageId: api.workspace.stageIds[0] })).toEqual(["stageId"]);
    expect((await api.get(deal.seq)).status).toBe("won");
    await api.make({ phone: number, stageId: api.other.stageId });
    expect(fieldsOf(await send({ stageId: api.other.stageId }, second.seq))).toEqual(["stageId"]);
  });

  it("merges custom fields by slug, null clears", async () => {
    await api.patch(deal.seq, { customFields: { roof: "metal", bill: 10 } });
    const changed = await api.patch(deal.seq, { customFields: { bill: null, interests: ["panels"] } });
    expect(changed.customFields).toEqual({ roof: "metal", bill: null, interests: ["panels"] });
    expect((await api.get(deal.seq)).properties).toEqual({ roof: "metal", interests: ["panels"] });
    expect(await refusedFields({ customFields: { bill: "x", nope: 1 } })).toEqual([
      "customFields.bill",
      "customFields.nope",
    ]);
    const events = (await api.events(deal.id)).filter(({ type }) => type === "custom_field_changed");
    expect(events).toContainEqual(
      expect.objectContaining({ payload: expect.objectContaining({ fieldSlug: "bill", from: 10, to: null }) }),
    );
    expect(await api.activities(deal.id)).toContainEqual(
      expect.objectContaining({ type: "CUSTOM_FIELD_CHANGED", field: "bill", changes: { from: 10, to: null } }),
    );
  });

  it.each<[string, unknown]>([
    ["note", "x"],
    ["bill", 1],
    ["approved", true],
    ["visit", "2026-01-31"],
    ["call", "2026-01-31T12:00:00.000Z"],
    ["roof", "metal"],
    ["second_phone", "+551134567890"],
  ])("clears a custom field of any type by null, and by nothing where it takes texts: %s", async (slug, value) => {
    for (const nothing of [null, ...(typeof value === "string" ? [""] : [])]) {
      expect((await api.patch(deal.seq, { customFields: { [slug]: value } })).customFields).toEqual({ [slug]: value });
      const { customFields } = await api.patch(deal.seq, { customFields: { [slug]: nothing } });
      expect(customFields).toEqual({ [slug]: nothing });
    }
  });

  it("clears members and files by null", async () => {
    const file = { name: "a.txt", mimeType: "text/plain", content: new Uint8Array([1]), createdBy: null };
    const contract = await api.app.opened.store.files.put(api.workspace.id, file);
    await api.patch(deal.seq, { customFields: { engineer: [bia.id], contract } });
    const { customFields } = await api.patch(deal.seq, { customFields: { engineer: null, contract: null } });
    expect(customFields).toEqual({ engineer: null, contract: null });
  });

  it("writes phones and instants one way", async () => {
    const customFields = { second_phone: "(11) 3456-7890", call: "2026-01-31T09:00:00-03:00" };
    const changed = await api.patch(deal.seq, { customFields });
    expect(changed.customFields).toEqual({ second_phone: "+551134567890", call: "2026-01-31T12:00:00.000Z" });
  });

  it("keeps a file that was uploaded, as it was uploaded", async () => {
    const { key } = await api.app.opened.store.files.put(api.workspace.id, {
      name: "a.txt",
      mimeType: "text/plain",
      content: new Uint8Array([1, 2]),
      createdBy: null,
    });
    const contract = { key, name: "other.exe", size: 99, mimeType: "x/y" };
    const { customFields } = await api.patch(deal.seq, { customFields: { contract } });
    expect(customFields).toEqual({ contract: { key, name: "a.txt", size: 2, mimeType: "text/plain" } });
  });

  it("keeps members who left, and chooses none of them", async () => {
    const dora = await addMember(api, { name: "Dora" });
    await api.patch(deal.seq, { customFields: { engineer: dora.id }, coOwnerUserId: dora.id });
    await api.app.opened.db.updateTable("members").set({ active: false }).where("id", "=", dora.id).execute();
    await api.patch(deal.seq, { customFields: { engineer: dora.id }, coOwnerUserId: dora.id, value: 3 });
    const body = { customFields: { engineer: [dora.id] }, responsibleUserId: dora.id };
    expect(await refusedFields(body)).toEqual(["customFields.engineer", "responsibleUserId"]);
  });

  it("changes the deal's contact, or takes the one with the phone", async () => {
    await api.patch(deal.seq, { contactFirstName: "Anna", email: "anna@example.com" });
    expect((await api.get(deal.seq)).contact).toMatchObject({
      id: deal.contactId,
      displayName: "Anna Souza",
      email: "anna@example.com",
    });
    const other = await api.make({ phone: `${(phone += 1)}`, email: "taken@example.com", stageId: api.other.stageId });
    expect(await refusedFields({ email: "Taken@example.com" })).toEqual(["email"]);
    const { phone: number } = (await api.get(other.seq)).contact;
    expect(await api.patch(deal.seq, { phone: number })).toMatchObject({ contactId: other.contactId });
  });

  it("gives an e-mail to one of those who ask for it at the same time", async () => {
    const others = await Promise.all([1, 2, 3].map(() => api.make({ phone: `${(phone += 1)}` })));
    const body = { email: `race${deal.seq}@example.com` };
    const answers = await Promise.all(others.map(({ seq }) => send(body, seq)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  it("needs contacts.edit to change the contact, and companies.edit to bring a company", async () => {
    const key = await api.workspace.addKey({ role: "member", deny: ["contacts.edit", "companies.edit"] });
    for (const json of [{ email: "x@example.com" }, { company: { name: "New" } }])
      expect((await api.call("PATCH", `/deals/${deal.seq}`, { json, key })).status).toBe(403);
    await api.patch(deal.seq, { value: 2, email: null }, key);
  });

  it("gives the deal to a member, or to the next by round robin", async () => {
    expect(await api.patch(deal.seq, { responsibleUserId: bia.id })).toMatchObject({ responsibleUserId: bia.id });
    expect((await api.activities(deal.id)).map(({ type }) => type)).toContain("RESPONSIBLE_CHANGED");
    const takers = new Set<string>();
    for (let turn = 0; turn < 8; turn += 1)
      takers.add((await api.patch(deal.seq, { useAssignmentStrategy: true })).responsibleUserId);
    expect(takers.has(bia.id)).toBe(true);
    expect(takers.size).toBeGreaterThan(1);
  });

  it.each([
    ["unknown stage", { stageId: "nowhere" }, ["stageId"]],
    ["unknown members", { responsibleUserId: "x", coOwnerUserId: "y" }, ["coOwnerUserId", "responsibleUserId"]],
    ["unknown company and channel", { companyId: "x", channelId: "y" }, ["channelId", "companyId"]],
    ["a reason without a loss", { lostReason: "Price" }, ["lostReason"]],
    ["a wrong type", { value: "1" }, ["value"]],
    ["NUL", { notes: "\0" }, ["notes"]],
  ])("is refused for %s", async (_, body, fields) => {
    expect(await refusedFields(body)).toEqual(fields);
  });

  it("asks for what the stage requires on the way in, and does not take it away there", async () => {
    const [first, second] = api.workspace.stageIds;
    const { db } = api.app.opened;
    const { id: field } = await db
      .selectFrom("custom_fields")
      .select("id")
      .where("slug", "=", "bill")
      .executeTakeFirstOrThrow();
    const settings = {
      visibility_override_stage_ids: "[]",
      suggested_stage_ids: "[]",
      required_stage_ids: JSON.stringify([second]),
    };
    const key = { workspace_id: api.workspace.id, pipeline_id: api.workspace.pipelineId };
    await db
      .insertInto("pipeline_fields")
      .values(
        [field, "value", "email", "phone", "name", "expectedCloseAt"].map((name) => ({
          ...key,
          ...settings,
          field: name,
        })),
      )
      .execute();
    try {
      const missing = ["customFields.bill", "email", "expectedCloseAt", "value"];
      expect(await refusedFields({ stageId: second })).toEqual(missing);
      expect(await refusedFields({ stageId: second, customFields: { bill: "x" } })).toEqual(missing);
      const close = { expectedCloseAt: "2030-01-31T12:00:00Z" };
      const filled = { value: 1, email: `r${deal.seq}@example.com`, customFields: { bill: 1 }, ...close };
      await api.patch(deal.seq, { stageId: second, ...filled });
      expect(await refusedFields({ value: 0, expectedCloseAt: null })).toEqual(["expectedCloseAt", "value"]);
      expect(await refusedFields({ customFields: { bill: null } })).toEqual(["customFields.bill"]);
      await api.patch(deal.seq, { stageId: first, customFields: { bill: null } });
      const fieldsOfNew = async (json: object) =>
        fieldsOf(await api.call("POST", "/deals", { json: { stageId: second, ...json } })).toSorted();
      expect(await fieldsOfNew({ value: 1, contactName: "Zoe", ...close })).toEqual([
        "customFields.bill",
        "email",
        "phone",
      ]);
      // What is wrong is not missing besides, and hides nothing else that is.
      expect(await fieldsOfNew({ phone: "x", customFields: { bill: "x" } })).toEqual([
        "customFields.bill",
        "email",
        "expectedCloseAt",
        "name",
        "phone",
        "value",
      ]);
    } finally {
      await db.deleteFrom("pipeline_fields").where("workspace_id", "=", api.workspace.id).execute();
    }
  });

  it("asks for a stage's milestone", async () => {
    const { db } = api.app.opened;
    const [, second] = api.workspace.stageIds;
    const mark = (id: string | null) =>
      db.updateTable("stages").set({ required_milestone_field_id: id }).where("id", "=", second).execute();
    const { id } = await db
      .selectFrom("custom_fields")
      .select("id")
      .where("slug", "=", "roof")
      .executeTakeFirstOrThrow();
    await mark(id);
    try {
      expect(await refusedFields({ stageId: second })).toEqual(["customFields.roof"]);
      await api.patch(deal.seq, { stageId: second, customFields: { roof: "metal" } });
    } finally {
      await mark(null);
    }
  });

  it("is nobody's who does not see the deal", async () => {
    const caio = await addMember(api, { name: "Caio", visibility: "own" });
    const foreign = await (await api.app.workspace()).addKey();
    for (const key of [caio.key, foreign]) {
      for (const method of ["GET", "PATCH"]) {
        const init = method === "PATCH" ? { json: { name: "Mine" }, key } : { key };
        expect((await api.call(method, `/deals/${deal.seq}`, init)).status).toBe(404);
      }
    }
    await api.patch(deal.seq, { coOwnerUserId: caio.id });
    await api.patch(deal.seq, { name: "Ours" }, caio.key);
    expect((await send({}, 2_000_000_000)).status).toBe(404);
    expect((await send({}, 0)).status).toBe(400);
  });
});
