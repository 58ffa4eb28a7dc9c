import type { JsonObject } from "@trilho/engine/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf } from "../../app/testing/api.ts";
import { migrateSome } from "../migrations.ts";
import {
  choose,
  DONE,
  greeting,
  inLine,
  type MigrationWorld,
  pause,
  startMigrationWorld,
} from "../testing/migration-world.ts";

let world: MigrationWorld;
beforeAll(async () => {
  world = await startMigrationWorld();
});
afterAll(() => world.api.app.close());

const TASK = { type: "action", actionType: "create_task" } as const;
const OTHER_CALL = greeting({ call: { title: "write" } });
const OTHER_HELLO = greeting({ hello: { title: "welcome" } });

/** An automation with runs that wait in its first version, and its second. */
async function published(count: number, next = OTHER_CALL): Promise<{ id: string; runs: string[] }> {
  const id = await world.automation(greeting());
  const runs = await world.waiting(id, count);
  await world.publish(id, next);
  return { id, runs };
}

const edges = (...pairs: [string, string, string?][]) =>
  pairs.map(([source, target, sourceHandle = "next"], at) => ({ id: `e${at}`, source, target, sourceHandle }));

const post = (id: string, json: object, key?: string) =>
  world.api.call("POST", `/automations/${id}/migrations`, { json, ...(key !== undefined && { key }) });

const detailOf = async (id: string, runId: string) =>
  expectSuccess("getAutomationRun", await world.api.call("GET", `/automations/${id}/runs/${runId}`));

describe("the preview of waiting runs", () => {
  it("counts those of earlier versions by what is ahead of them, and shows what they read otherwise", async () => {
    const { id, runs } = await published(3, OTHER_HELLO);
    await world.waiting(id, 2);
    await world.publish(id, greeting({ hello: { title: "welcome" }, call: { title: "write" } }));
    await world.waiting(id, 1);
    const { toVersion, groups, versions, latest } = await world.preview(id);
    expect([toVersion, latest, versions.map(({ version }) => version)]).toEqual([3, null, [3, 2, 1]]);
    const changes = [{ nodeId: "call", changes: [{ path: "/config/title", before: "call", after: "write" }] }];
    const ahead = { nodeId: "pause", phase: "sleeping", future: "different", at: "call", changes, reason: null };
    expect(groups).toMatchObject([
      { version: 2, runs: 2, ...ahead },
      { version: 1, runs: 3, ...ahead },
    ]);
    const due = await Promise.all(runs.map(async (run) => (await detailOf(id, run)).nextAttemptAt));
    expect(groups[1]?.nextAttemptAt).toBe(due.toSorted()[0]);
  });

  it("says of those with the same future that it is the same, and of those without a place why", async () => {
    const same = await published(1, OTHER_HELLO);
    expect((await world.preview(same.id)).groups).toMatchObject([
      { future: "same", at: null, changes: [], reason: null },
    ]);
    const gone = await published(1, inLine({ id: "start", type: "trigger" }, DONE));
    expect((await world.preview(gone.id)).groups).toMatchObject([
      { future: "no_place", reason: { code: "node-gone", params: { nodeId: "pause" } } },
    ]);
  });

  it.each([
    ["no graph", {}, "draft.graphDefinition.version"],
    ["no steps", { version: 2 }, "draft.graphDefinition.nodes"],
    ["a step without a type", { version: 2, nodes: [{ id: "a" }] }, "draft.graphDefinition.nodes[0].type"],
  ])("of a draft that cannot be read says why: %s", async (_, graphDefinition, field) => {
    const { id } = await published(0);
    const json = { draft: { graphDefinition } };
    const answer = await world.api.call("POST", `/automations/${id}/migration-preview`, { json });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toContain(field);
  });

  it("of a draft counts those of the stored version too, and is what it is once the draft is published", async () => {
    const { id } = await published(2, OTHER_HELLO);
    await world.waiting(id, 1);
    const before = await world.preview(id, OTHER_CALL);
    expect([before.toVersion, before.versions.map(({ version }) => version)]).toEqual([3, [2, 1]]);
    expect(before.groups).toMatchObject([
      { version: 2, runs: 1, future: "different", at: "call" },
      { version: 1, runs: 2, future: "different", at: "call" },
    ]);
    expect((await world.api.read(id)).version).toBe(2);
    await world.publish(id, OTHER_CALL);
    const { groups } = await world.preview(id);
    expect(groups).toEqual(before.groups);
    expect((await world.preview(id, OTHER_CALL)).groups).toMatchObject([{ version: 2 }, { version: 1 }]);
  });

  it("tells those apart that would repeat what they have done", async () => {
    // Some come to the wait by the greeting, others past it; then the greeting stands behind the wait.
    const isNew: JsonObject = { combinator: "and", rules: [{ field: "message.text", operator: "=", value: "new" }] };
    const decide = { id: "old", type: "condition" as const, condition: { branches: [{ id: "new", query: isNew }] } };
    const [start, , wait, call, done] = greeting().nodes;
    const nodes = [start, decide, { id: "hello", ...TASK, config: { title: "hello" } }, wait, call, done].flatMap(
      (node) => node ?? [],
    );
    const before = edges(
      ["start", "old"],
      ["old", "hello", "branch_new"],
      ["old", "pause", "fallback"],
      ["hello", "pause"],
      ["pause", "call"],
      ["call", "done"],
    );
    const after = edges(
      ["start", "old"],
      ["old", "pause", "branch_new"],
      ["old", "pause", "fallback"],
      ["pause", "hello"],
      ["hello", "call"],
      ["call", "done"],
    );
    const id = await world.automation({ version: 2, nodes, edges: before });
    const [passedBy = ""] = await world.waiting(id, 1);
    const { db } = world.api.app.opened;
    const [greeted = ""] = await world.waiting(id, 1);
    await sql`insert into run_steps (workspace_id, run_id, seq, at, node_id, handle, why)
      values (${world.api.workspace.id}, ${greeted}, 0, now(), 'hello', 'next', '{}')`.execute(db);
    await world.publish(id, { version: 2, nodes, edges: after });
    const { groups } = await world.preview(id);
    expect(groups).toMatchObject([
      { future: "different", runs: 1 },
      { future: "no_place", runs: 1, reason: { code: "would-repeat", params: { nodeId: "hello" } } },
    ]);
    const { id: migrationId } = await world.migrate(id, [choose("different", "move")]);
    expect(await world.migrated(id, migrationId)).toMatchObject({ moved: 1, left: 1 });
    expect(await world.standing([passedBy])).toEqual(["2 waiting"]);
    expect(await world.standing([greeted])).toEqual(["1 waiting"]);
  });
});

describe("runs that are moved", () => {
  it("keep their place, are recorded with who and why, and go on as the new version has it, once", async () => {
    const { id, runs } = await published(3);
    const before = await detailOf(id, runs[0] ?? "");
    const begun = await world.migrate(id, [choose("different", "move")]);
    expect(begun).toMatchObject({
      status: "running",
      runs: 3,
      moved: 0,
      reason: "New texts",
      by: { id: expect.any(String) },
    });
    const { status, moved, left, finishedAt } = await world.migrated(id, begun.id);
    expect([status, moved, left, finishedAt]).toEqual(["done", 3, 0, expect.any(String)]);
    expect((await world.preview(id)).latest?.id).toBe(begun.id);
    const after = await detailOf(id, runs[0] ?? "");
    expect(after).toMatchObject({
      automationVersion: 2,
      status: "waiting",
      nextAttemptAt: before.nextAttemptAt,
      steps: before.steps,
      changes: [
        {
          from: "waiting",
          to: "waiting",
          why: { code: "moved-to-version", params: { from: 1, to: 2, reason: "New texts", migrationId: begun.id } },
          by: { type: "user", id: begun.by.id, apiKey: begun.by.apiKey },
        },
      ],
    });
    for (const run of runs) await world.pass(run);
    expect(await world.standing(runs)).toEqual(runs.map(() => "2 completed"));
    const done = world.done.filter((each) => runs.some((run) => each.startsWith(run)));
    expect(done.toSorted()).toEqual(runs.flatMap((run) => [`${run} call write`, `${run} hello hello`]));
  });

  it("wait since when they waited, where the wait is of another length", async () => {
    const { id, runs } = await published(1, greeting({ pause: { delaySeconds: 7200 } }));
    const { nextAttemptAt } = await detailOf(id, runs[0] ?? "");
    const { id: migrationId } = await world.migrate(id, [choose("different", "move")]);
    await world.migrated(id, migrationId);
    const moved = await detailOf(id, runs[0] ?? "");
    expect(Date.parse(moved.nextAttemptAt ?? "") - Date.parse(nextAttemptAt ?? "")).toBe(3_600_000);
    await world.undone(id, migrationId);
    expect((await detailOf(id, runs[0] ?? "")).nextAttemptAt).toBe(nextAttemptAt);
  });

  it("are those of the groups chosen alone: without a choice, or with another future than the one seen, they stay", async () => {
    const { id, runs } = await published(2);
    const stays = await world.migrate(id, [choose("different", "stay")]);
    expect(stays).toMatchObject({ status: "done", runs: 0 });
    const { id: other } = await world.migrate(id, [choose("same", "move")]);
    expect(await world.migrated(id, other)).toMatchObject({ status: "done", moved: 0, left: 2 });
    expect(await world.standing(runs)).toEqual(["1 waiting", "1 waiting"]);
    for (const run of runs) await world.pass(run);
    expect(world.done).toContain(`${runs[0]} call call`);
  });

  it("are as many of a group as were asked for, those that began first; the others stay and can follow", async () => {
    const { id, runs } = await published(5);
    const some = await world.migrate(id, [choose("different", "move", { limit: 2 })]);
    expect(some).toMatchObject({ status: "running", runs: 2, fromVersions: [1] });
    expect(await world.migrated(id, some.id)).toMatchObject({ status: "done", runs: 2, moved: 2, left: 0 });
    expect(await world.standing(runs)).toEqual(["2 waiting", "2 waiting", "1 waiting", "1 waiting", "1 waiting"]);
    expect((await world.preview(id)).groups).toMatchObject([{ version: 1, runs: 3 }]);
    const rest = await world.migrate(id, [choose("different", "move", { limit: 9 })]);
    expect(await world.migrated(id, rest.id)).toMatchObject({ status: "done", runs: 3, moved: 3, left: 0 });
    expect(await world.preview(id)).toMatchObject({ latest: { id: rest.id }, earlier: [{ id: some.id, moved: 2 }] });
    expect(await world.undone(id, some.id)).toMatchObject({ status: "undone", undone: 2 });
    expect(await world.standing(runs)).toEqual(["1 waiting", "1 waiting", "2 waiting", "2 waiting", "2 waiting"]);
    expect(await world.preview(id)).toMatchObject({ earlier: [] });
  });

  it("are not those that somebody has in hand, nor those that went on meanwhile", async () => {
    const { id, runs } = await published(3);
    const [held = "", gone = ""] = runs;
    const { id: migrationId } = await world.migrate(id, [choose("different", "move")]);
    await world.pass(gone);
    await sql`update runs set lease_until = now() + interval '30 seconds', tick = tick + 1 where id = ${held}`.execute(
      world.api.app.opened.db,
    );
    expect(await world.migrated(id, migrationId)).toMatchObject({ runs: 3, moved: 1, left: 2 });
    expect((await world.standing(runs)).toSorted()).toEqual(["1 completed", "1 waiting", "2 waiting"]);
    expect(world.done).toContain(`${gone} call call`);
  });

  it("end once, each in one version, where they go on at the very same time", async () => {
    const { id, runs } = await published(40);
    const { id: migrationId } = await world.migrate(id, [choose("different", "move")]);
    await sql`update runs set next_attempt_at = now() - interval '1 second',
      state = jsonb_set(state::jsonb, '{wakeAt}', '0')::json where automation_id = ${id}`.execute(
      world.api.app.opened.db,
    );
    await Promise.all([world.work(), world.work(), migrateSome(world.store)]);
    await world.work();
    const { moved, left } = await world.migrated(id, migrationId);
    expect(moved + left).toBe(40);
    const standing = await world.standing(runs);
    expect(standing.filter((each) => each === "2 completed")).toHaveLength(moved);
    expect(standing.filter((each) => each === "1 completed")).toHaveLength(left);
    const calls = world.done.filter((each) => runs.some((run) => each.startsWith(`${run} call`)));
    expect(calls.toSorted()).toEqual(
      runs.map((run, at) => `${run} call ${standing[at] === "2 completed" ? "write" : "call"}`),
    );
  });
});

describe("runs that are ended", () => {
  it("are cancelled with who and why, and stay so when it is undone", async () => {
    const { id, runs } = await published(2, inLine({ id: "start", type: "trigger" }, pause(), DONE));
    await world.publish(id, inLine({ id: "start", type: "trigger" }, DONE));
    const { id: migrationId } = await world.migrate(id, [choose("no_place", "end")], 3);
    expect(await world.migrated(id, migrationId)).toMatchObject({ status: "done", ended: 2, moved: 0 });
    expect(await detailOf(id, runs[0] ?? "")).toMatchObject({
      status: "cancelled",
      automationVersion: 1,
      changes: [{ why: { code: "ended-by-migration", params: { from: 1, to: 3 } }, by: { type: "user" } }],
    });
    expect(await world.undone(id, migrationId)).toMatchObject({ status: "undone", undone: 0 });
    expect(await world.standing(runs)).toEqual(["1 cancelled", "1 cancelled"]);
  });
});

describe("undone", () => {
  it("they are what they were, but for those that have gone on", async () => {
    const { id, runs } = await published(3);
    const [gone = "", other = ""] = runs;
    const before = await detailOf(id, other);
    const { id: migrationId } = await world.migrate(id, [choose("different", "move")]);
    await world.migrated(id, migrationId);
    await world.pass(gone);
    expect(await world.undone(id, migrationId)).toMatchObject({ status: "undone", moved: 3, undone: 2 });
    expect((await world.standing(runs)).toSorted()).toEqual(["1 waiting", "1 waiting", "2 completed"]);
    const after = await detailOf(id, other);
    expect({ ...after, changes: [] }).toEqual({ ...before, changes: [] });
    expect(after.changes.at(-1)).toMatchObject({
      why: { code: "moved-back", params: { from: 2, to: 1 } },
      by: { type: "user" },
    });
    const again = await world.api.call("POST", `/automations/${id}/migrations/${migrationId}/undo`);
    expect(expectSuccess("undoRunMigration", again)).toMatchObject({ status: "undone", undone: 2 });
    await world.pass(other);
    expect(world.done).toContain(`${other} call call`);
  });
});

describe("a request to move runs", () => {
  it.each<[string, object, string[]]>([
    ["without choices", { toVersion: 2, choices: [] }, ["choices"]],
    ["that moves what has no place", { toVersion: 2, choices: [choose("no_place", "move")] }, ["choices[0].choice"]],
    [
      "that names a group twice",
      { toVersion: 2, choices: [choose("same", "move"), choose("same", "end")] },
      ["choices[1]"],
    ],
    ["of a later version", { toVersion: 2, choices: [choose("same", "move", { version: 3 })] }, ["choices[0].version"]],
    [
      "to and of versions that no automation gets to",
      { toVersion: 2 ** 50, choices: [choose("same", "move", { version: 2 ** 50 })] },
      ["toVersion", "choices[0].version"],
    ],
    [
      "with a choice that is none",
      { toVersion: 2, choices: [{ ...choose("same", "move"), choice: "jump" }] },
      ["choices[0].choice"],
    ],
    ["of no run of a group", { toVersion: 2, choices: [choose("same", "move", { limit: 0 })] }, ["choices[0].limit"]],
    ["without its version", { choices: [choose("same", "move")] }, ["toVersion"]],
    ["with a key that is not known", { toVersion: 2, choices: [choose("same", "move")], dryRun: true }, ["dryRun"]],
  ])("%s is a 400 that names the field", async (_, body, fields) => {
    const { id } = await published(0);
    const answer = await post(id, body);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, fields]);
  });

  it("to a version that is not the current one, or beside another migration, is a 409", async () => {
    const { id } = await published(1);
    const good = { toVersion: 2, choices: [choose("different", "move")] };
    expect((await post(id, { toVersion: 1, choices: [choose("same", "move")] })).status).toBe(409);
    const { id: first } = await world.migrate(id, good.choices);
    expect((await post(id, good)).status).toBe(409);
    await world.migrated(id, first);
    await world.publish(id, greeting());
    expect((await post(id, good)).status).toBe(409);
    const { id: second } = await world.migrate(
      id,
      [choose("same", "move", { version: 2 }), choose("different", "end", { version: 2 })],
      3,
    );
    expect((await world.api.call("POST", `/automations/${id}/migrations/${first}/undo`)).status).toBe(409);
    await world.migrated(id, second);
  });

  it("needs the permission to edit automations, and an automation of the own workspace", async () => {
    const { id } = await published(1);
    const body = { toVersion: 2, choices: [choose("different", "move")] };
    const migration = expectSuccess("migrateRuns", await post(id, body));
    const { id: migrationId } = migration;
    const looks = await world.api.workspace.addKey({ role: "member", allow: ["automations.view"] });
    const undo = `/automations/${id}/migrations/${migrationId}/undo`;
    expect((await post(id, body, looks)).status).toBe(403);
    expect((await world.api.call("POST", undo, { key: looks })).status).toBe(403);
    const preview = await world.api.call("POST", `/automations/${id}/migration-preview`, { key: looks, json: {} });
    expect(expectSuccess("previewRunMigration", preview).latest).toEqual(migration);
    const read = await world.api.call("GET", `/automations/${id}/migrations/${migrationId}`, { key: looks });
    expect(expectSuccess("getRunMigration", read)).toEqual(migration);
    const stranger = await (await world.api.app.workspace()).addKey();
    expect(
      (await world.api.call("GET", `/automations/${id}/migrations/${migrationId}`, { key: stranger })).status,
    ).toBe(404);
    for (const automation of [id, "%00"]) {
      const path = `/automations/${automation}/migration-preview`;
      expect((await world.api.call("POST", path, { key: stranger, json: {} })).status).toBe(404);
    }
    expect((await world.api.call("POST", undo, { key: stranger })).status).toBe(404);
    expect((await post(id, body, stranger)).status).toBe(404);
    await world.migrated(id, migrationId);
  });
});
