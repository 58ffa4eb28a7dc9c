import type { CreateDealRequest, DealListItem, DealResponse, Operations, UpdateDealRequest } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Facts, JsonValue } from "@trilho/engine/contract";
import { namesFor } from "../names.ts";
import { createDealService, type DealService } from "../service.ts";
import type { Principal } from "../../../platform/security/principal.ts";
import type { Outcome } from "../../../platform/service/outcome.ts";
import { createCursors } from "../../../platform/security/cursors.ts";
import { digestKey } from "../../../platform/security/keys.ts";
import { openTestStore, STORE_KINDS, type TestStore } from "../../../testing/open-test-store.ts";
import { addWorkspace, type TestWorkspace } from "../../../app/testing/workspace.ts";

const value = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
};

const serviceOn = ({ store, serverSecret }: Pick<TestStore, "store" | "serverSecret">): DealService =>
  createDealService({ store, cursors: createCursors(serverSecret), now: Date.now });

describe.each(STORE_KINDS)("deals on %s", (kind) => {
  let opened: TestStore;
  let workspace: TestWorkspace;
  let principal: Principal;
  let deals: DealService;

  beforeAll(async () => {
    opened = await openTestStore(kind);
    workspace = await addWorkspace(opened.db, opened.serverSecret);
    principal = await principalOf(await workspace.addKey());
    deals = serviceOn(opened);
  });
  afterAll(() => opened.close());

  const principalOf = async (key: string): Promise<Principal> => {
    const record = await opened.store.keys.findByDigest(digestKey(opened.serverSecret, key));
    if (record === null) throw new Error("There is no such key");
    return { ...record.principal, mode: "test" };
  };

  const make = async (body: CreateDealRequest): Promise<DealResponse> => value(await deals.create(principal, body));
  const patch = async (seq: number, body: UpdateDealRequest) => value(await deals.update(principal, seq, body));
  const list = async (query: Operations["listDeals"]["query"]): Promise<DealListItem[]> =>
    value(await deals.list(principal, { limit: 50, ...query })).items;
  const names = async (query: Operations["listDeals"]["query"]) => (await list(query)).map(({ name }) => name);

  test("are made, read and changed", async () => {
    const { seq, id } = await make({
      name: "First",
      contactName: "Ana Souza",
      phone: "11 90000-1111",
      customFields: { segment: "a" },
    });
    await patch(seq, { stageId: workspace.stageIds[1], customFields: { segment: null }, value: 10 });
    const card = value(await deals.get(principal, { id }));
    expect(card).toMatchObject({
      seq,
      value: 10,
      stage: { id: workspace.stageIds[1] },
      contact: { displayName: "Ana Souza" },
      properties: {},
      lastActivity: { actor: { actorType: "api_key" } },
    });
    const rows = value(await deals.customFieldValues(principal, { limit: 50 })).items;
    expect(rows).toMatchObject([{ dealId: id, fieldSlug: "segment", value: null, label: null }]);
  });

  test("are found by every filter", async () => {
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: principal.timeZone }).format(Date.now());
    const { seq } = await make({
      name: "Fabrícia’s 100%_kit",
      email: "fabi@example.com",
      phone: "11 90000-2222",
      contactFirstName: "Fabrícia",
      customFields: { segment: "a" },
    });
    await opened.db
      .insertInto("deal_tags")
      .values({
        workspace_id: workspace.id,
        deal_id: (await list({ search: "100%_" }))[0]?.id ?? "",
        tag_id: workspace.tagId,
      })
      .execute();
    const found: Operations["listDeals"]["query"][] = [
      { pipeline: 1, search: "FABRÍCIA" },
      { stageId: workspace.stageIds[0], search: "fabi@" },
      { returning: false, search: "0000-2222" },
      { createdFrom: today, createdTo: today, search: "kit" },
      { source: "api", search: "kit" },
      { responsibleUserIds: [principal.memberId, "nobody"], search: "kit" },
      { tagIds: [workspace.tagId, "none"] },
      { status: ["open", "won"], search: "kit" },
      { customFields: { segment: ["a", "b"] }, search: "kit" },
      { customFields: { segment: ["__empty__", "a"], unknown: ["__empty__"] }, search: "kit" },
    ];
    for (const query of found)
      expect(
        (await list(query)).map((deal) => deal.seq),
        JSON.stringify(query),
      ).toEqual([seq]);
    const missed: Operations["listDeals"]["query"][] = [
      { pipeline: 99 },
      { stageId: "none" },
      { returning: true },
      { createdFrom: "9999-12-31" },
      { createdTo: "2001-01-01" },
      { source: "whatsapp" },
      { responsibleUserIds: ["nobody"] },
      { tagIds: ["none"] },
      { search: "nothing like it" },
      { search: "100a_" },
      { status: ["lost"] },
      { customFields: { unknown: ["a"] } },
      { customFieldRanges: { segment: { from: "2026-01-01" } } },
    ];
    for (const query of missed) expect(await names(query), JSON.stringify(query)).toEqual([]);
  });

  test("are spoken of by the names of what their facts hold, and of nothing else", async () => {
    const [first = ""] = workspace.stageIds;
    const { memberId } = principal;
    const place = { pipelineId: workspace.pipelineId, stageId: first, tagIds: [workspace.tagId], coOwnerUserId: null };
    const named = async (deal: JsonValue) => {
      const { pipeline, stage, tag, user, fields } = await namesFor(opened.store, workspace.id, { deal } as Facts);
      return [
        ...[pipeline, stage, tag, user].map((known) => Object.keys(known ?? {})),
        JSON.stringify(fields).includes("segment"),
      ];
    };
    const told = { ...place, customFields: { engineers: [memberId], size: 1, story: "x".repeat(101) } };
    expect(await named(told)).toEqual([[workspace.pipelineId], [first], [workspace.tagId], [memberId], true]);
    expect(await named({ ...place, responsibleUserId: memberId })).toEqual(await named(told));
    expect(await named(null)).toEqual([[], [], [], [], true]);
  });

  test("go to members in turn, also when many come at the same time", async () => {
    const own = await addWorkspace(opened.db, opened.serverSecret);
    const keys = await Promise.all([own.addKey(), own.addKey(), own.addKey()]);
    const members = await Promise.all(keys.map(principalOf));
    const [first] = members;
    if (first === undefined) throw new Error("There are three");
    const made = await Promise.all(
      Array.from({ length: 9 }, () => deals.create(first, { useAssignmentStrategy: true })),
    );
    const taken = made.map((outcome) => value(outcome).responsibleUserId);
    for (const { memberId } of members) expect(taken.filter((id) => id === memberId)).toHaveLength(3);
  });

  test("of one contact and pipeline are open one at a time, also when many come at the same time", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => deals.create(principal, { phone: "11 90000-3333" })),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("made in another's transaction go when it does", async () => {
    const gone = opened.store.transaction(async (store) => {
      const service = serviceOn({ store, serverSecret: opened.serverSecret });
      value(await service.create(principal, { name: "Never" }));
      throw new Error("taken back");
    });
    await expect(gone).rejects.toThrow("taken back");
    expect(await names({ search: "Never" })).toEqual([]);
  });

  test("are listed page by page without gaps, newest first", async () => {
    const own = await addWorkspace(opened.db, opened.serverSecret);
    const viewer = await principalOf(await own.addKey());
    for (let index = 0; index < 7; index += 1) value(await deals.create(viewer, { name: `Deal ${index}` }));
    // The same instant for all: their ids decide.
    await opened.db
      .updateTable("deals")
      .set({ created_at: new Date("2026-01-01") })
      .where("workspace_id", "=", own.id)
      .execute();
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page: { items: DealListItem[]; nextCursor: string | null } = value(
        await deals.list(viewer, { limit: 3, ...(cursor !== undefined && { cursor }) }),
      );
      seen.push(...page.items.map(({ seq }) => seq));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
