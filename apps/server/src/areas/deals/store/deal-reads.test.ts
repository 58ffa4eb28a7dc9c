import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addWorkspace, type TestWorkspace } from "../../../app/testing/workspace.ts";
import { createStore } from "../../../app/store.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { createCursors } from "../../../platform/security/cursors.ts";
import { digestKey } from "../../../platform/security/keys.ts";
import type { Principal } from "../../../platform/security/principal.ts";
import type { Outcome } from "../../../platform/service/outcome.ts";
import { counted } from "../../../testing/counted.ts";
import { fail, openTestStore, STORE_KINDS, type TestStore } from "../../../testing/open-test-store.ts";
import { createDealService, type DealService } from "../service.ts";

const value = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
};

describe.each(STORE_KINDS)("reading deals on %s", (kind) => {
  let opened: TestStore;
  let workspace: TestWorkspace;
  let owner: Principal;
  let deals: DealService;
  let statements: () => number;

  beforeAll(async () => {
    opened = await openTestStore(kind);
    const { db, answered } = counted(opened.db);
    statements = answered;
    deals = serviceOn(db);
    [workspace, owner] = await workspaceOf(["First", "Second", "Third", "Fourth", "Fifth"]);
    await sql`update deals set created_at = timestamptz '2026-01-01' + seq * interval '1 minute'
      where workspace_id = ${workspace.id}`.execute(opened.db);
  });
  afterAll(() => opened.close());

  const serviceOn = (db: Kysely<Database>): DealService =>
    createDealService({
      store: createStore(db, opened.serverSecret, fail),
      cursors: createCursors(opened.serverSecret),
      now: Date.now,
    });

  async function principalOf(of: TestWorkspace, options: object = {}): Promise<Principal> {
    const record = await opened.store.keys.findByDigest(digestKey(opened.serverSecret, await of.addKey(options)));
    if (record === null) throw new Error("There is no such key");
    return { ...record.principal, mode: "test" };
  }

  async function workspaceOf(names: readonly string[]): Promise<[TestWorkspace, Principal]> {
    const made = await addWorkspace(opened.db, opened.serverSecret);
    const principal = await principalOf(made);
    for (const name of names) value(await deals.create(principal, { name, customFields: { segment: "a" } }));
    return [made, principal];
  }

  const namesOf = async (principal: Principal, limit = 50): Promise<string[][]> => {
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = value(await deals.list(principal, { limit, ...(cursor !== undefined && { cursor }) }));
      pages.push(page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    return pages;
  };

  it.each<[string, () => Promise<unknown>]>([
    ["one by its number", async () => value(await deals.get(owner, { seq: 1 }))],
    ["a page of all", async () => value(await deals.list(owner, { limit: 50 }))],
    ["a page of some", async () => value(await deals.list(owner, { limit: 50, status: ["open"] }))],
  ])("asks the database once for %s", async (_, read) => {
    const before = statements();
    await read();
    expect(statements() - before).toBe(1);
  });

  it.each([1, 2, 5, 200])("goes through all of them, newest first, %i at a time", async (limit) => {
    expect((await namesOf(owner, limit)).flat()).toEqual(["Fifth", "Fourth", "Third", "Second", "First"]);
  });

  it("answers each workspace with its own", async () => {
    const [, other] = await workspaceOf(["Elsewhere"]);
    expect(await namesOf(other)).toEqual([["Elsewhere"]]);
    expect(value(await deals.get(other, { seq: 1 }))).toMatchObject({ name: "Elsewhere" });
    expect(value(await deals.get(owner, { seq: 1 }))).toMatchObject({ name: "First" });
  });

  it("shows each member what they may see", async () => {
    const own = await principalOf(workspace, { role: "member", visibility: "own" });
    const ordinary = await principalOf(workspace, { role: "member" });
    expect([await namesOf(own), (await deals.get(own, { seq: 1 })).ok]).toEqual([[[]], false]);
    expect((await namesOf(ordinary)).flat()).toHaveLength(5);
    await sql`update deals set co_owner_user_id = ${own.memberId}
      where workspace_id = ${workspace.id} and seq = 2`.execute(opened.db);
    expect(await namesOf(own)).toEqual([["Second"]]);
    expect(value(await deals.get(own, { seq: 2 }))).toMatchObject({ name: "Second" });
    expect((await deals.get(own, { seq: 3 })).ok).toBe(false);
  });

  it("leaves out at once the values of a field that is deleted", async () => {
    const [of, principal] = await workspaceOf(["With a segment"]);
    const read = async () => [
      value(await deals.get(principal, { seq: 1 })).properties,
      value(await deals.list(principal, { limit: 50 })).items[0]?.properties,
    ];
    expect(await read()).toEqual([{ segment: "a" }, { segment: "a" }]);
    await sql`delete from custom_fields where workspace_id = ${of.id} and slug = 'segment'`.execute(opened.db);
    expect(await read()).toEqual([{}, {}]);
  });
});
