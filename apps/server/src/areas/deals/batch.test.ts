import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess } from "../../app/testing/api.ts";
import { startDealApi, type DealApi } from "../../app/testing/deal-api.ts";
import { addMember } from "../../app/testing/deals.ts";

let api: DealApi;
beforeAll(async () => {
  api = await startDealApi();
});
afterAll(() => api.app.close());

let last = 11_980_000_000;
const aPhone = () => `+55${(last += 1)}`;
let number = 0;
const aName = () => `erp-${(number += 1)}`;

const send = (
  deals: object[],
  { onExisting, ...call }: { onExisting?: string; key?: string; headers?: Record<string, string> } = {},
) => api.call("POST", "/deals/batch", { json: { deals, ...(onExisting !== undefined && { onExisting }) }, ...call });

/** What became of each item. */
async function results(...args: Parameters<typeof send>) {
  return expectSuccess("createDeals", await send(...args)) as {
    outcome: string;
    externalId: string | null;
    deal: Row | null;
    error: Refused | null;
  }[];
}
type Row = { id: string; seq: number; name: string; value: number; stageId: string; responsibleUserId: string };
type Refused = { error: string; code: string; details: string | null; fieldErrors: { field: string }[] };

const outcomes = async (...args: Parameters<typeof send>) => (await results(...args)).map(({ outcome }) => outcome);

describe("items of a batch", () => {
  it("have their results in order; what is refused leaves nothing behind and does not hold up the others", async () => {
    const [first, second, third] = [aPhone(), aPhone(), aPhone()];
    const answered = await results([
      { name: "One", phone: first, externalId: " a-1 " },
      { name: "Two", phone: second, email: "two@example.com", stageId: "gone", closeProbability: 5 },
      { name: "Three", phone: third, tagIds: [api.workspace.tagId, "gone"] },
      { name: "Four" },
    ]);
    expect(answered.map(({ outcome, externalId, deal }) => [outcome, externalId, deal?.name ?? null])).toEqual([
      ["created", "a-1", "One"],
      ["refused", null, null],
      ["refused", null, null],
      ["created", null, "Four"],
    ]);
    expect(answered.map(({ error }) => error?.fieldErrors.map(({ field }) => field))).toEqual([
      undefined,
      ["stageId"],
      ["tagIds[1]"],
      undefined,
    ]);
    const { db } = api.app.opened;
    const contacts = await db
      .selectFrom("contacts")
      .select("phone")
      .where("phone", "in", [first, second, third])
      .execute();
    expect(contacts).toEqual([{ phone: first }]);
  });

  it("may each name a company, which is looked for by itself", async () => {
    const { companyId } = await api.make({ company: { name: "Of a batch" } });
    const answered = await results([{ name: "x" }, { companyId }, { companyId: "gone" }, { name: "y" }]);
    expect(answered.map(({ outcome }) => outcome)).toEqual(["created", "created", "refused", "created"]);
  });

  it("see those before them", async () => {
    const phone = aPhone();
    const name = aName();
    expect(await outcomes([{ phone }, { phone }, { externalId: name }, { externalId: name }])).toEqual([
      "created",
      "refused",
      "created",
      "refused",
    ]);
  });

  it("are refused as a whole, with every fault at its place, where they do not fit the schema", async () => {
    const phone = aPhone();
    const { status, body } = await send([{ phone }, { value: -1 }, { email: "no address", externalId: " " }]);
    expect(status).toBe(400);
    expect(body.fieldErrors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      "deals[1].value",
      "deals[2].email",
      "deals[2].externalId",
    ]);
    expect(await api.names(`search=${phone.slice(1)}`)).toEqual([]);
  });

  it.each([
    ["none", []],
    ["more than 200", Array.from({ length: 201 }, () => ({}))],
  ])("are 1 to 200, not %s", async (_, deals) => {
    expect((await send(deals)).status).toBe(400);
  });
});

describe("an item whose deal is there already", () => {
  const found: [how: string, make: () => { before: object; again: object }][] = [
    ["by its externalId", () => ((externalId) => ({ before: { externalId }, again: { externalId } }))(aName())],
    ["by its contact's phone", () => ((phone) => ({ before: { phone }, again: { phone } }))(aPhone())],
    ["by its contact's e-mail", () => ((email) => ({ before: { email }, again: { email } }))(`${aName()}@example.com`)],
  ];

  describe.each(found)("%s", (_, make) => {
    it("is refused, and the deal named", async () => {
      const { before, again } = make();
      const [first] = await results([{ ...before, value: 10 }]);
      const [second] = await results([{ ...again, value: 20 }]);
      expect(second).toMatchObject({
        outcome: "refused",
        deal: null,
        error: { code: "CONFLICT", details: `existing deal: id ${first?.deal?.id}, seq ${first?.deal?.seq}` },
      });
      expect(await api.get(first?.deal?.seq ?? 0)).toMatchObject({ value: 10 });
    });

    it("is left as it is by skip", async () => {
      const { before, again } = make();
      const [first] = await results([{ ...before, value: 10 }]);
      const [second] = await results([{ ...again, value: 20 }], { onExisting: "skip" });
      expect(second).toMatchObject({ outcome: "skipped", deal: { id: first?.deal?.id, value: 10 }, error: null });
    });

    it("changes it by update: what is said changes, tags are added, the rest stays", async () => {
      const { before, again } = make();
      const [first] = await results([{ ...before, value: 10, notes: "Kept", useAssignmentStrategy: true }]);
      const [second] = await results(
        [
          {
            ...again,
            value: 20,
            tagIds: [api.workspace.tagId],
            tracking: { utmSource: "x" },
            useAssignmentStrategy: true,
          },
        ],
        { onExisting: "update" },
      );
      expect(second).toMatchObject({
        outcome: "updated",
        deal: { id: first?.deal?.id, value: 20, responsibleUserId: first?.deal?.responsibleUserId, tracking: null },
      });
      const deal = await api.get(first?.deal?.seq ?? 0);
      expect(deal).toMatchObject({ notes: "Kept", tags: [{ id: api.workspace.tagId }] });
    });
  });

  it("gets its externalId by an update, and is found by it from then on", async () => {
    const [phone, externalId] = [aPhone(), aName()];
    await results([{ phone }]);
    expect(await outcomes([{ phone, externalId }], { onExisting: "update" })).toEqual(["updated"]);
    expect(await outcomes([{ externalId, value: 5 }], { onExisting: "update" })).toEqual(["updated"]);
  });

  it("has its externalId by an update alone, and is met by whoever says none", async () => {
    const [phone, externalId, other] = [aPhone(), aName(), aName()];
    await results([{ phone }]);
    expect(await outcomes([{ phone, externalId: other }], { onExisting: "skip" })).toEqual(["skipped"]);
    expect(await outcomes([{ externalId: other }])).toEqual(["created"]);
    expect(await outcomes([{ phone, externalId }, { phone }], { onExisting: "update" })).toEqual([
      "updated",
      "updated",
    ]);
    expect(await outcomes([{ phone }], { onExisting: "skip" })).toEqual(["skipped"]);
  });

  it.each<[string, object, string[]]>([
    ["a tag that is none", { value: 20, tagIds: ["gone"] }, ["tagIds[0]"]],
    ["a stage that is none, whatever its tags are", { stageId: "gone", tagIds: ["gone"] }, ["stageId"]],
  ])("is left as it is by an update that is refused for %s", async (_, change, fields) => {
    const externalId = aName();
    const [made] = await results([{ externalId, value: 10 }]);
    const [result] = await results([{ externalId, ...change }], { onExisting: "update" });
    expect([result?.outcome, result?.error?.fieldErrors.map(({ field }) => field)]).toEqual(["refused", fields]);
    expect(await api.get(made?.deal?.seq ?? 0)).toMatchObject({ value: 10, tags: [] });
  });

  it.each(["refuse", "skip", "update"])(
    "is not another order of the same customer: by %s, an item of another externalId is refused and says so",
    async (onExisting) => {
      const phone = aPhone();
      const [first, other] = await results(
        [
          { phone, externalId: aName(), value: 1 },
          { phone, externalId: aName(), value: 2 },
        ],
        { onExisting },
      );
      expect(first?.outcome).toBe("created");
      expect(other).toMatchObject({
        outcome: "refused",
        deal: null,
        error: { code: "CONFLICT", details: `existing deal: id ${first?.deal?.id}, seq ${first?.deal?.seq}` },
      });
      expect(other?.error?.error).toContain("another externalId");
      expect(await api.get(first?.deal?.seq ?? 0)).toMatchObject({ value: 1 });
    },
  );

  it("moves by an update that says where to, and has its name free again once it is deleted", async () => {
    const externalId = aName();
    const [made] = await results([{ externalId }]);
    const [moved] = await results([{ externalId, stageId: api.workspace.stageIds[1] }], { onExisting: "update" });
    expect(moved?.deal?.stageId).toBe(api.workspace.stageIds[1]);
    const { db } = api.app.opened;
    await db
      .deleteFrom("deals")
      .where("id", "=", made?.deal?.id ?? "")
      .execute();
    expect(await outcomes([{ externalId }])).toEqual(["created"]);
  });

  it("is told to nobody who may not see it", async () => {
    const externalId = aName();
    const [made] = await results([{ externalId }]);
    const own = await addMember(api, { name: "Own", visibility: "own" });
    for (const onExisting of ["refuse", "skip", "update"]) {
      const [result] = await results([{ externalId }], { onExisting, key: own.key });
      expect(result).toMatchObject({ outcome: "refused", deal: null, error: { code: "CONFLICT", details: null } });
      expect(JSON.stringify(result)).not.toContain(made?.deal?.id);
    }
  });
});

const batch = () => Array.from({ length: 20 }, (_, at) => (at % 2 ? { phone: aPhone() } : { externalId: aName() }));

describe("a batch that is sent again", () => {
  it("makes nothing twice, as every item is found", async () => {
    const deals = batch();
    expect(new Set(await outcomes(deals, { onExisting: "update" }))).toEqual(new Set(["created"]));
    expect(new Set(await outcomes(deals, { onExisting: "update" }))).toEqual(new Set(["updated"]));
  });

  it("makes nothing twice, though eight are sent at once", async () => {
    const deals = batch();
    const all = await Promise.all(Array.from({ length: 8 }, () => outcomes(deals, { onExisting: "update" })));
    const created = deals.map((_, item) => all.filter((each) => each[item] === "created").length);
    expect(new Set(all.flat())).toEqual(new Set(["created", "updated"]));
    expect(created).toEqual(deals.map(() => 1));
  });

  it.each([
    ["found by their externalId", () => Array.from({ length: 60 }, () => ({ externalId: aName() }))],
    ["found by their phone", () => Array.from({ length: 60 }, () => ({ phone: aPhone() }))],
  ])("changes deals %s in any order, though others do at the same time", async (_, make) => {
    const deals = make();
    await results(deals);
    const orders = [deals, deals.toReversed(), deals, deals.toReversed()];
    const sent = await Promise.all(
      orders.map((order, value) =>
        send(
          order.map((deal) => ({ ...deal, value })),
          { onExisting: "update" },
        ),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("has its first answer under one Idempotency-Key", async () => {
    const deals = [{ name: "Once" }, { stageId: "gone" }];
    const call = { headers: { "idempotency-key": aName() } };
    const [first, second] = [await send(deals, call), await send(deals, call)];
    expect(second.body).toEqual(first.body);
    expect(await api.names("search=Once")).toEqual(["Once"]);
  });
});

it("a member without companies.edit has refused the items alone that bring a company", async () => {
  const key = await api.workspace.addKey({ role: "member", deny: ["companies.edit"] });
  const [with_, without] = await results([{ company: { name: "Aurora" } }, { name: "x" }], { key });
  expect(with_).toMatchObject({ outcome: "refused", error: { code: "FORBIDDEN" } });
  expect(without?.outcome).toBe("created");
});
