import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf } from "../../app/testing/api.ts";
import { startDealApi, type DealApi } from "../../app/testing/deal-api.ts";
import { addMember } from "../../app/testing/deals.ts";

let api: DealApi;
let bia: string;
beforeAll(async () => {
  api = await startDealApi();
  const member = await addMember(api, { name: "Bia" });
  bia = member.id;
  const { db } = api.app.opened;
  await api.make({
    name: "A",
    phone: "11 95555-0001",
    contactName: "Úrsula Prado",
    customFields: { roof: "metal", bill: 10, note: "" },
  });
  await api.make({
    name: "B",
    stageId: api.workspace.stageIds[1],
    responsibleUserId: bia,
    customFields: { roof: "slab", approved: true, interests: ["panels", "battery"] },
  });
  await api.make({
    name: "C",
    stageId: api.other.stageId,
    customFields: { visit: "2026-03-10", call: "2026-03-10T23:30:00-03:00", interests: [], note: "a,b" },
  });
  const d = await api.make({
    name: "D",
    email: "dora@example.com",
    customFields: { visit: "2026-04-01", approved: false, engineer: bia, second_phone: "11 3456-7890" },
  });
  await api.patch(d.seq, { stageId: api.won });
  const tag = { workspace_id: api.workspace.id, tag_id: api.workspace.tagId };
  const { id } = await db.selectFrom("deals").select("id").where("name", "=", "B").executeTakeFirstOrThrow();
  await db
    .insertInto("deal_tags")
    .values({ ...tag, deal_id: id })
    .execute();
  const days = {
    A: "2026-01-31T02:59:59Z",
    B: "2026-01-31T03:00:00Z",
    C: "2026-02-01T02:59:59Z",
    D: "2026-02-01T03:00:00Z",
  };
  for (const [name, at] of Object.entries(days))
    await db
      .updateTable("deals")
      .set({ created_at: new Date(at) })
      .where("name", "=", name)
      .execute();
});
afterAll(() => api.app.close());

const places = () => ({
  first: api.workspace.stageIds[0],
  second: api.workspace.stageIds[1],
  tag: api.workspace.tagId,
});

describe("the list of deals", () => {
  it.each<[string, (ids: ReturnType<typeof places>) => string, string]>([
    ["of everything is newest first, of every status", () => "", "DCBA"],
    ["of a pipeline", () => "pipeline=1", "DBA"],
    ["of a pipeline that is not there", () => "pipeline=77", ""],
    ["of a stage", ({ second }) => `stageId=${second}`, "B"],
    ["of a status", () => "status=won", "D"],
    ["of several statuses", () => "status=won,lost&status=open", "DCBA"],
    ["of those who do not return", () => "returning=false", "DCBA"],
    ["of those who return", () => "returning=true", ""],
    ["of a source", () => "source=api", "DCBA"],
    ["of another source", () => "source=whatsapp", ""],
    ["of a responsible", () => `responsibleUserIds=${bia}`, "B"],
    ["of several responsibles", () => `responsibleUserIds[]=${bia}&responsibleUserIds[]=x`, "B"],
    ["of a tag", ({ tag }) => `tagIds=${tag},x`, "B"],
    ["from a day on, in the workspace's time zone", () => "createdFrom=2026-01-31", "DCB"],
    ["up to a day, all of it", () => "createdTo=2026-01-31", "CBA"],
    ["between two days", () => "createdFrom=2026-01-31&createdTo=2026-01-31", "CB"],
    ["found by a contact's name in any case", () => "search=%C3%BArSULA", "A"],
    ["found by a phone's digits", () => "search=95555-00", "A"],
    ["found by an e-mail", () => "search=DORA@", "D"],
    ["found by its name", () => "search=b", "B"],
    ["of a select", () => "customFields[roof]=metal", "A"],
    ["of several options", () => "customFields[roof]=metal&customFields[roof]=slab", "BA"],
    ["of several options, one a line", () => "customFields[roof]=metal%0Aslab%0D%0A", "BA"],
    ["of an empty field or a value, one a line", () => "customFields[bill]=__empty__%0A10", "DCBA"],
    ["of a day", () => "customFields[visit]=2026-04-01", "D"],
    ["of an instant in another zone", () => "customFields[call]=2026-03-11T02:30:00Z", "C"],
    ["of a list that has the option", () => "customFields[interests][]=battery", "B"],
    ["of a number", () => "customFields[bill]=10.0", "A"],
    ["of a truth", () => "customFields[approved]=true", "B"],
    ["of an untruth", () => "customFields[approved]=false", "D"],
    ["of a text with a comma", () => "customFields[note]=a,b", "C"],
    ["of a member", () => `customFields[engineer]=${bia}`, "D"],
    ["of a phone, however it is written", () => "customFields[second_phone]=%2B55%2011%203456%207890", "D"],
    ["of an empty field: missing, null, blank or an empty list", () => "customFields[interests]=__empty__", "DCA"],
    ["of an empty field or a value", () => "customFields[note][0]=__empty__&customFields[note][1]=a,b", "DCBA"],
    ["of two fields at once", () => "customFields[roof]=metal&customFields[bill]=10", "A"],
    ["of a field that nobody has", () => "customFields[nope]=x", ""],
    ["of a field that nobody has, empty", () => "customFields[nope]=__empty__", "DCBA"],
    ["of a prototype's key", () => "customFields[constructor]=x", ""],
    [
      "of a date's range",
      () => "customFieldRanges[visit][from]=2026-03-10&customFieldRanges[visit][to]=2026-03-31",
      "C",
    ],
    ["of a date from", () => "customFieldRanges[visit][from]=2026-03-11", "D"],
    ["of a date from, as an interval", () => "customFieldRanges[visit]=2026-03-11/", "D"],
    ["of a date from and to, as an interval", () => "customFieldRanges[visit]=2026-03-10/2026-03-31", "C"],
    ["of a date up to", () => "customFieldRanges[visit][to]=2026-04-01", "DC"],
    [
      "of an instant's day in the workspace's time zone",
      () => "customFieldRanges[call][from]=2026-03-10&customFieldRanges[call][to]=2026-03-10",
      "C",
    ],
    ["of the next day", () => "customFieldRanges[call][from]=2026-03-11", ""],
    ["of a range of no date", () => "customFieldRanges[roof][from]=2026-03-10", ""],
    [
      "of everything together",
      ({ second, tag }) =>
        `pipeline=1&stageId=${second}&tagIds=${tag}&search=B&status=open&customFields[roof]=slab&source=api`,
      "B",
    ],
    ["with what it does not know", () => "status=open&nonsense=1", "CBA"],
  ])("%s", async (_, query, expected) => {
    expect((await api.names(query(places()))).join("")).toBe(expected);
  });

  it.each([
    ["limit=0", ["limit"]],
    ["limit=201", ["limit"]],
    ["status=gone", ["status"]],
    ["createdFrom=2026-02-30", ["createdFrom"]],
    ["createdTo=yesterday", ["createdTo"]],
    ["pipeline=0", ["pipeline"]],
    ["customFieldRanges[visit][from]=soon", ["customFieldRanges[visit][from]"]],
    ["customFieldRanges[visit]=2026-03-10", ["customFieldRanges[visit]"]],
    ["customFieldRanges[visit]=2026-03-10/2026-03-11/2026-03-12", ["customFieldRanges[visit]"]],
    ["customFieldRanges[visit]=/soon", ["customFieldRanges[visit][to]"]],
    ["customFieldRanges[visit]=2026-03-31/2026-03-01", ["customFieldRanges[visit][to]"]],
    [
      "customFieldRanges[call][from]=2026-03-11T03:00:00Z&customFieldRanges[call][to]=2026-03-10",
      ["customFieldRanges[call][to]"],
    ],
    ["createdFrom=2026-02-01&createdTo=2026-01-31", ["createdTo"]],
    ["customFields[bill]=ten", ["customFields[bill]"]],
    ["customFields[bill]=__empty__&customFields[bill]=", ["customFields[bill]"]],
    ["customFields[approved]=yes&customFields[visit]=soon", ["customFields[approved]", "customFields[visit]"]],
    ["customFields[call]=2026-03-10", ["customFields[call]"]],
    ["search=%00", ["search"]],
    ["cursor=made-up", ["cursor"]],
  ])("refuses %s", async (query, fields) => {
    const answer = await api.call("GET", `/deals?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(fieldsOf(answer)).toEqual(fields);
  });

  it.each([
    ["customFields[rooof]=metal", "Negócios não têm o campo personalizado “rooof”."],
    ["customFields[rooof]=__empty__", "Negócios não têm o campo personalizado “rooof”."],
    ["customFieldRanges[visits][from]=2026-01-01", "Negócios não têm o campo personalizado “visits”."],
    ["customFieldRanges[roof][from]=2026-01-01", "O campo personalizado “roof” não guarda datas."],
    ["customFields[roof]=nothing&customFieldRanges[visit][from]=2026-01-01", null],
  ])("says which fields it does not find: %s", async (query, message) => {
    expect((await api.call("GET", `/deals?${query}`)).body.message).toBe(message);
  });

  it("goes on where a page ended, for the same filters only", async () => {
    const page = expectSuccess("listDeals", await api.call("GET", "/deals?limit=3&status=open,won"));
    expect(page).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
    const rest = expectSuccess(
      "listDeals",
      await api.call("GET", `/deals?limit=200&status=open,won&cursor=${page.nextCursor}`),
    );
    expect(rest).toMatchObject({ items: [{ name: "A" }], hasMore: false, nextCursor: null });
    expect(fieldsOf(await api.call("GET", `/deals?limit=3&cursor=${page.nextCursor}`))).toEqual(["cursor"]);
  });

  it("ends with a page that is exactly full", async () => {
    const page = expectSuccess("listDeals", await api.call("GET", "/deals?limit=4&status=open,won"));
    expect(page).toMatchObject({ items: { length: 4 }, hasMore: false, nextCursor: null });
  });

  it("shows members of their own deals alone, and none of a pipeline they have no access to", async () => {
    const caio = await addMember(api, { visibility: "own" });
    expect(await api.names("", caio.key)).toEqual([]);
    const dora = await addMember(api);
    const { db } = api.app.opened;
    const access = { workspace_id: api.workspace.id, pipeline_id: api.other.pipelineId, member_id: caio.id };
    await db.insertInto("pipeline_access").values(access).execute();
    expect((await api.names("", dora.key)).join("")).toBe("DBA");
    const body = { stageId: api.other.stageId };
    expect(fieldsOf(await api.call("POST", "/deals", { json: body, key: dora.key }))).toEqual(["stageId"]);
    const named = { ...body, responsibleUserId: dora.id };
    expect(fieldsOf(await api.call("POST", "/deals", { json: named }))).toEqual(["responsibleUserId"]);
    const [moved, there] = [await api.make(), await api.make(body)];
    for (const [made, json] of [
      [moved, named],
      [there, { responsibleUserId: dora.id }],
    ] as const)
      expect(fieldsOf(await api.call("PATCH", `/deals/${made.seq}`, { json }))).toEqual(["responsibleUserId"]);
    await db.deleteFrom("deals").where("id", "in", [moved.id, there.id]).execute();
    await db.deleteFrom("pipeline_access").execute();
  });

  it.each(["owner", "admin", "partner", "support"] as const)(
    "shows a pipeline to a member whom its access list lacks: %s",
    async (role) => {
      const { db } = api.app.opened;
      const listed = await addMember(api);
      const access = { workspace_id: api.workspace.id, pipeline_id: api.other.pipelineId, member_id: listed.id };
      await db.insertInto("pipeline_access").values(access).execute();
      const { id, key } = await addMember(api, { role });
      expect((await api.names("", key)).join("")).toBe("DCBA");
      const made = await api.make({ stageId: api.other.stageId, responsibleUserId: id }, key);
      expect(made).toMatchObject({ pipelineId: api.other.pipelineId, responsibleUserId: id });
      await db.deleteFrom("deals").where("id", "=", made.id).execute();
      await db.deleteFrom("pipeline_access").execute();
    },
  );
});

const rows = async (query = "") =>
  expectSuccess("listDealCustomFieldValues", await api.call("GET", `/deals/custom-field-values?${query}`)).items;

describe("the feed of custom values", () => {
  it("has a row a field, and one an option of a list, with its label", async () => {
    const found = await rows();
    const of = (slug: string) => found.filter(({ fieldSlug }: { fieldSlug: string }) => fieldSlug === slug);
    expect(of("interests")).toMatchObject([
      { value: "panels", label: "PANELS" },
      { value: "battery", label: "BATTERY" },
      { value: null, label: null },
    ]);
    expect(of("bill")).toMatchObject([{ value: 10, label: null, fieldId: expect.any(String) }]);
    expect(of("engineer")).toMatchObject([{ value: bia, label: "Bia" }]);
  });

  it("has a cleared field with null, and none of a field that was deleted", async () => {
    const made = await api.make({ name: "E", customFields: { bill: 1, roof: "metal" } });
    await api.patch(made.seq, { customFields: { bill: null } });
    const { db } = api.app.opened;
    await db.updateTable("custom_fields").set({ slug: "gone" }).where("slug", "=", "roof").execute();
    const found = (await rows()).filter(({ dealId }: { dealId: string }) => dealId === made.id);
    expect(found).toMatchObject([{ fieldSlug: "bill", value: null, label: null }]);
    await db.updateTable("custom_fields").set({ slug: "roof" }).where("slug", "=", "gone").execute();
    await db.deleteFrom("deals").where("id", "=", made.id).execute();
  });

  it("is read on from where it ended, counting deals", async () => {
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = expectSuccess(
        "listDealCustomFieldValues",
        await api.call("GET", `/deals/custom-field-values?limit=1${cursor}`),
      );
      seen.push(...new Set<string>(page.items.map(({ dealId }: { dealId: string }) => dealId)));
      cursor = page.nextCursor === null ? "" : `&cursor=${page.nextCursor}`;
    } while (cursor !== "");
    expect(seen).toHaveLength(4);
    expect(new Set(seen).size).toBe(4);
  });

  it("is of a pipeline, a status and a time", async () => {
    const count = async (query: string) =>
      new Set((await rows(query)).map(({ dealId }: { dealId: string }) => dealId)).size;
    expect(await count(`pipelineId=${api.other.pipelineId}`)).toBe(1);
    expect(await count("pipelineId=none")).toBe(0);
    expect(await count("status=won")).toBe(1);
    const [{ updatedAt }] = await rows("status=won");
    expect(await count(`updatedFrom=${updatedAt}`)).toBeGreaterThanOrEqual(1);
    expect(await count(`status=won&updatedTo=${updatedAt}`)).toBe(0);
    expect(await count("updatedFrom=2026-01-01&updatedTo=2026-01-02")).toBe(0);
    for (const field of ["updatedFrom", "updatedTo"])
      expect(fieldsOf(await api.call("GET", `/deals/custom-field-values?${field}=2026-01-01T00:00:00`))).toEqual([
        field,
      ]);
    const reversed = "updatedFrom=2026-01-02&updatedTo=2026-01-01";
    expect((await api.call("GET", `/deals/custom-field-values?${reversed}`)).body.fieldErrors).toEqual([
      { field: "updatedTo", message: "must not be before updatedFrom" },
    ]);
  });
});
