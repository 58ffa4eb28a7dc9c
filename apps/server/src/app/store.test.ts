import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "../platform/security/principal.ts";
import { openTestStore, STORE_KINDS, type TestStore } from "../testing/open-test-store.ts";
import { storeRun } from "../testing/stored.ts";
import { BLANK_DRAFT } from "../areas/automations/blank-draft.ts";
import type { AutomationDraft, AutomationSecrets } from "../areas/automations/model.ts";

const SECRETS: AutomationSecrets = { signing: "whsec_1", headerValue: null, password: "open sesame", headers: [] };

const draft = (change: Partial<AutomationDraft> = {}): AutomationDraft => ({
  ...BLANK_DRAFT,
  name: "Welcome",
  triggerType: "deal_created",
  respectBusinessHours: true,
  graphDefinition: { version: 2, nodes: [{ id: "start", type: "trigger" }], edges: [] },
  ...change,
});

const BY = { memberId: "ana", keyId: "hers" };
const EVERY_RUN = { status: null, dealSeq: null, version: null, nodeId: null, isTest: null };
const everything = (workspaceId: string): Viewer => ({ workspaceId, memberId: "", role: "owner", visibility: "all" });

describe.each(STORE_KINDS)("the store on %s", (kind) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore(kind);
  });
  afterAll(() => opened.close());

  const automations = () => opened.store.automations;

  async function newWorkspace(): Promise<string> {
    const id = randomUUID();
    const json = JSON.stringify([]);
    await opened.db
      .insertInto("workspaces")
      .values({
        id,
        slug: id,
        name: "W",
        time_zone: "America/Sao_Paulo",
        locale: "pt-BR",
        features: JSON.stringify(["API_ACCESS"]),
        quotas: "{}",
        business_hours: null,
        loss_reasons: json,
      })
      .execute();
    const member = { workspace_id: id, id: BY.memberId, email: "ana@example.com", name: "Ana", role: "owner" } as const;
    const permissions = JSON.stringify({ allow: [], deny: [] });
    await opened.db
      .insertInto("members")
      .values({ ...member, permissions, visibility: "all", active: true, image: null })
      .execute();
    return id;
  }

  const addRun = (workspace_id: string, automation_id: string, status: string, createdAt: string) =>
    storeRun(opened.db, { workspace_id, automation_id, status, created_at: new Date(createdAt) });

  test("answers a ping", async () => {
    await expect(opened.store.ping()).resolves.toBeUndefined();
  });

  test("keeps an automation exactly as it was created", async () => {
    const ws = await newWorkspace();
    const hostile = draft({
      name: "Açaí 🚀 %_\\",
      conditions: { combinator: "and", rules: [] },
      graphDefinition: {
        version: 2,
        nodes: [
          { id: "__proto__", type: "trigger", config: JSON.parse('{"__proto__":{"a":1},"z":1,"a":"\\u0000 \\ud800"}') },
        ],
        edges: [],
      },
    });
    const created = await automations().create(ws, hostile, SECRETS, BY);
    expect(created).toEqual({
      ...hostile,
      id: created.id,
      version: 1,
      createdAt: created.createdAt,
      updatedAt: created.updatedAt,
    });
    expect(JSON.stringify(created.graphDefinition)).toBe(JSON.stringify(hostile.graphDefinition));
    expect(await automations().get(ws, created.id)).toEqual(created);
  });

  test("keeps secrets sealed, and opens them for their automation alone", async () => {
    const ws = await newWorkspace();
    const { id } = await automations().create(ws, draft(), SECRETS, BY);
    const other = await automations().create(ws, draft(), SECRETS, BY);
    const { secrets: sealed } = await opened.db
      .selectFrom("automations")
      .select("secrets")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(sealed).not.toContain("whsec_1");
    expect(await automations().secrets(ws, id)).toEqual(SECRETS);
    await opened.db.updateTable("automations").set({ secrets: sealed }).where("id", "=", other.id).execute();
    await expect(automations().secrets(ws, other.id)).rejects.toThrow(/do not open/);
  });

  test("lists the newest first, page by page, each automation once", async () => {
    const ws = await newWorkspace();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift((await automations().create(ws, draft({ name: `A${n}` }), SECRETS, BY)).id);
    // Three of the same instant: the id decides.
    const at = new Date("2026-01-02T03:04:05.678Z");
    await opened.db.updateTable("automations").set({ created_at: at }).where("id", "in", ids.slice(1, 4)).execute();
    const all = await automations().list(ws, {}, 50, null);
    const seen: string[] = [];
    let position: { at: string; id: string } | null = null;
    for (;;) {
      const page: typeof all = await automations().list(ws, {}, 2, position);
      const last = page.at(-1);
      if (last === undefined) break;
      seen.push(...page.map(({ id }) => id));
      position = { at: last.createdAt, id: last.id };
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(new Set(seen).size).toBe(5);
    const order = all.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(order).toEqual(order.toSorted().toReversed());
  });

  test.each([
    ["part of the name in any case", { search: "QUALIFICAÇÃO" }, ["Nova qualificação"]],
    ["characters with a meaning to LIKE", { search: "100%_" }, ["100%_ off"]],
    ["a backslash", { search: "\\" }, ["back\\slash"]],
    ["enabled", { enabled: true }, ["Nova qualificação"]],
    ["the trigger type", { triggerType: "deal_won" }, ["back\\slash"]],
    ["all of them together", { search: "nova", enabled: false }, []],
  ])("finds automations by %s", async (_, filter, names) => {
    const ws = await newWorkspace();
    await automations().create(ws, draft({ name: "Nova qualificação", enabled: true }), SECRETS, BY);
    await automations().create(ws, draft({ name: "100%_ off" }), SECRETS, BY);
    await automations().create(ws, draft({ name: "back\\slash", triggerType: "deal_won" }), SECRETS, BY);
    expect((await automations().list(ws, filter, 50, null)).map(({ name }) => name)).toEqual(names);
  });

  test("shows nothing of another workspace", async () => {
    const [mine, theirs] = [await newWorkspace(), await newWorkspace()];
    const { id } = await automations().create(theirs, draft(), SECRETS, BY);
    expect(await automations().list(mine, {}, 50, null)).toEqual([]);
    expect(await automations().get(mine, id)).toBeNull();
    expect(await automations().secrets(mine, id)).toBeNull();
    expect(await automations().setEnabled(mine, id, true, BY)).toBeNull();
    expect(await automations().replace(mine, id, draft(), SECRETS, null, BY)).toEqual({ outcome: "missing" });
    expect(await automations().delete(mine, id, BY)).toBe(false);
    expect(await automations().get(theirs, id)).toMatchObject({ enabled: false, version: 1 });
  });

  test("a replacement counts the version up and keeps the old definition", async () => {
    const ws = await newWorkspace();
    const created = await automations().create(ws, draft({ enabled: true }), SECRETS, BY);
    const { enabled: _, ...withoutEnabled } = draft({ name: "Second" });
    const result = await automations().replace(
      ws,
      created.id,
      withoutEnabled,
      { ...SECRETS, signing: "whsec_2" },
      1,
      BY,
    );
    expect(result).toMatchObject({ outcome: "replaced", automation: { name: "Second", version: 2, enabled: true } });
    expect(await automations().secrets(ws, created.id)).toMatchObject({ signing: "whsec_2" });
    const versions = await opened.db
      .selectFrom("automation_versions")
      .select(["version", "definition"])
      .where("automation_id", "=", created.id)
      .orderBy("version")
      .execute();
    expect(versions).toMatchObject([
      { version: 1, definition: { name: "Welcome" } },
      { version: 2, definition: { name: "Second" } },
    ]);
  });

  test("of replacements of one version, one wins and the others learn the stored version", async () => {
    const ws = await newWorkspace();
    const { id } = await automations().create(ws, draft(), SECRETS, BY);
    const outcomes = await Promise.all(
      ["A", "B", "C"].map((name) => automations().replace(ws, id, draft({ name }), SECRETS, 1, BY)),
    );
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["conflict", "conflict", "replaced"]);
    expect(outcomes).toContainEqual({ outcome: "conflict", storedVersion: 2 });
    expect(await automations().get(ws, id)).toMatchObject({ version: 2 });
  });

  test("switching on and off leaves the version alone, and what already holds untouched", async () => {
    const ws = await newWorkspace();
    const created = await automations().create(ws, draft(), SECRETS, BY);
    const on = await automations().setEnabled(ws, created.id, true, BY);
    expect(on).toMatchObject({ enabled: true, version: 1, graphDefinition: created.graphDefinition });
    expect(await automations().setEnabled(ws, created.id, true, BY)).toEqual(on);
  });

  test("deleting cancels pending runs, keeps ended ones and every version", async () => {
    const ws = await newWorkspace();
    const { id } = await automations().create(ws, draft(), SECRETS, BY);
    for (const status of ["queued", "running", "waiting", "completed"])
      await addRun(ws, id, status, "2026-01-01T00:00:00Z");
    expect(await automations().delete(ws, id, BY)).toBe(true);
    expect(await automations().delete(ws, id, BY)).toBe(false);
    expect(await automations().get(ws, id)).toBeNull();
    const runs = await opened.store.runRecords.list(everything(ws), id, EVERY_RUN, 50, null);
    expect(runs.map(({ status }) => status).toSorted()).toEqual(["cancelled", "cancelled", "cancelled", "completed"]);
    const versions = await opened.db
      .selectFrom("automation_versions")
      .select("version")
      .where("automation_id", "=", id)
      .execute();
    expect(versions).toEqual([{ version: 1 }]);
  });

  test("lists runs newest first, by status, from a position", async () => {
    const ws = await newWorkspace();
    const { id } = await automations().create(ws, draft(), SECRETS, BY);
    const old = await addRun(ws, id, "completed", "2026-01-01T00:00:00.001Z");
    const middle = await addRun(ws, id, "failed", "2026-01-01T00:00:00.002Z");
    const young = await addRun(ws, id, "completed", "2026-01-01T00:00:00.003Z");
    const list = async (status: "completed" | null, after: { at: string; id: string } | null) =>
      (await opened.store.runRecords.list(everything(ws), id, { ...EVERY_RUN, status }, 50, after)).map(
        ({ runId }) => runId,
      );
    expect(await list(null, null)).toEqual([young, middle, old]);
    expect(await list("completed", null)).toEqual([young, old]);
    expect(await list(null, { at: "2026-01-01T00:00:00.003Z", id: young })).toEqual([middle, old]);
  });

  test("refuses a run with a status that the contract does not know", async () => {
    const ws = await newWorkspace();
    const { id } = await automations().create(ws, draft(), SECRETS, BY);
    await expect(addRun(ws, id, "paused", "2026-01-01T00:00:00Z")).rejects.toThrow(
      "a run cannot go from queued to paused",
    );
  });

  test("ids of any text and length are ids of nothing", async () => {
    const ws = await newWorkspace();
    for (const id of ["\ud800", "' or 1=1 --", "x".repeat(100_000)]) {
      expect(await automations().get(ws, id)).toBeNull();
      expect(await automations().secrets(ws, id)).toBeNull();
      expect(await automations().setEnabled(ws, id, true, BY)).toBeNull();
      expect(await automations().delete(ws, id, BY)).toBe(false);
      expect(await opened.store.runRecords.list(everything(ws), id, EVERY_RUN, 50, null)).toEqual([]);
      expect(await automations().replace(ws, id, draft(), SECRETS, null, BY)).toEqual({ outcome: "missing" });
      expect(await opened.store.reference.customField(ws, id)).toBeNull();
    }
  });
});
