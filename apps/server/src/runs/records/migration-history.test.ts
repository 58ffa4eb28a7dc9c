import type { AutomationChange } from "@trilho/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess } from "../../app/testing/api.ts";
import { choose, greeting, type MigrationWorld, startMigrationWorld } from "../testing/migration-world.ts";

let world: MigrationWorld;
beforeAll(async () => {
  world = await startMigrationWorld();
});
afterAll(() => world.api.app.close());

/** An automation with runs that wait in its first version, and its second. */
async function published(
  count: number,
  next = greeting({ call: { title: "write" } }),
): Promise<{ id: string; runs: string[] }> {
  const id = await world.automation(greeting());
  const runs = await world.waiting(id, count);
  await world.publish(id, next);
  return { id, runs };
}

/** What its history says was done to runs, newest first. */
const deeds = async (id: string) => {
  const { items } = expectSuccess("listAutomationHistory", await world.api.call("GET", `/automations/${id}/history`));
  const changes: readonly AutomationChange[] = items;
  return changes.filter(({ type }) => type.startsWith("runs-")).map(({ type, runs }) => [type, runs]);
};

describe("the history of an automation", () => {
  it("has who moved runs, why, and who put them back", async () => {
    const { id } = await published(2);
    const { id: migrationId } = await world.migrate(id, [choose("different", "move")]);
    await world.migrated(id, migrationId);
    await world.undone(id, migrationId);
    await world.undone(id, migrationId);
    const history = await world.api.call("GET", `/automations/${id}/history`);
    expect(expectSuccess("listAutomationHistory", history).items.slice(0, 3)).toMatchObject([
      { type: "runs-moved-back", version: 2, runs: 2, note: null, by: { id: expect.any(String) } },
      { type: "runs-moved", version: 2, runs: 2, note: "New texts", by: { id: expect.any(String) } },
      { type: "published", version: 2, runs: null },
    ]);
  });

  it("tells those that were moved from those that were ended, and counts what was done alone", async () => {
    const { id, runs } = await published(3);
    await sql`update runs set lease_until = now() + interval '1 hour' where id = ${runs[0] ?? ""}`.execute(
      world.api.app.opened.db,
    );
    const { id: moving } = await world.migrate(id, [choose("different", "move")]);
    expect(await deeds(id)).toEqual([]);
    expect(await world.migrated(id, moving)).toMatchObject({ moved: 2, left: 1 });
    expect(await deeds(id)).toEqual([["runs-moved", 2]]);
    await world.undone(id, moving);
    const { id: ending } = await world.migrate(id, [choose("different", "end")]);
    expect(await world.migrated(id, ending)).toMatchObject({ moved: 0, ended: 2 });
    await world.undone(id, ending);
    expect(await deeds(id)).toEqual([
      ["runs-ended", 2],
      ["runs-moved-back", 2],
      ["runs-moved", 2],
    ]);
  });

  it("counts as put back only what came back", async () => {
    const { id, runs } = await published(2);
    const { id: migrationId } = await world.migrate(id, [choose("different", "move")]);
    await world.migrated(id, migrationId);
    await sql`update runs set status = 'cancelled', completed_at = now() where id = ${runs[0] ?? ""}`.execute(
      world.api.app.opened.db,
    );
    expect(await world.undone(id, migrationId)).toMatchObject({ moved: 2, undone: 1 });
    expect((await deeds(id))[0]).toEqual(["runs-moved-back", 1]);
  });

  it("has nothing of a migration that was undone before it did anything", async () => {
    const { id } = await published(2);
    const { id: migrationId } = await world.migrate(id, [choose("different", "move")]);
    await world.undone(id, migrationId);
    expect(await deeds(id)).toEqual([]);
  });
});
