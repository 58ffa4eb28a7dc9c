import { isDeepStrictEqual } from "node:util";
import { type Migration, migrationBetween } from "@trilho/engine/migrate";
import type { Store } from "./model/stores.ts";
import type {
  BatchOutcome,
  MigrationBatch,
  MigrationChoice,
  MigrationStore,
  MovableRun,
  MovedRun,
} from "./model/migration-ports.ts";

/** Moved in one transaction: it holds their rows for a moment only. */
const AT_ONCE = 1000;

/** Moves some of the runs that are to be moved; answers how many were looked at. */
export const migrateSome = ({ transaction }: Pick<Store, "transaction">): Promise<number> =>
  transaction(async ({ migrations }) => {
    const batch = await migrations.take(AT_ONCE);
    if (batch === null) return 0;
    const outcome = batch.isUndoing ? movedBack(batch) : await movedOn(migrations, batch);
    await migrations.write(batch, outcome);
    return Math.max(batch.ids.length, 1);
  });

const keyOf = ({ version, nodeId, phase, future }: Omit<MigrationChoice, "choice">): string =>
  JSON.stringify([version, nodeId, phase, future]);

async function movedOn(migrations: MigrationStore, batch: MigrationBatch): Promise<BatchOutcome> {
  const { toVersion, runs, choices } = batch;
  const to = migrationsInto(batch);
  const chosen = new Map(choices.map((choice) => [keyOf(choice), { ...choice }]));
  const begun = await begunIn(migrations, batch, to);
  const moved: MovedRun[] = [];
  const ended: MovableRun[] = [];
  let beyond = 0;
  for (const run of runs) {
    const { id, state, fromVersion } = run;
    const planned = to(fromVersion)?.plan(state, begun.get(id) ?? []);
    if (planned === undefined || state.nodeId === null) continue;
    const { kind: future } = planned;
    const group = chosen.get(keyOf({ version: fromVersion, nodeId: state.nodeId, phase: state.phase, future }));
    if (group === undefined || group.choice === "stay") continue;
    if (group.limit === 0) {
      beyond += 1;
      continue;
    }
    if (group.choice === "end") ended.push(run);
    else if (planned.kind !== "no_place") moved.push({ run, toVersion, state: planned.state });
    if (group.limit !== undefined) group.limit -= 1;
  }
  return { moved, ended, beyond, choices: [...chosen.values()] };
}

/** What each of the runs has begun of that which it matters of. */
async function begunIn(migrations: MigrationStore, { workspaceId, runs }: MigrationBatch, to: MigrationsInto) {
  const asked = runs.flatMap(({ id, state, fromVersion }) => {
    const asks = to(fromVersion)?.asks(state) ?? [];
    return asks.length === 0 ? [] : [{ id, asks }];
  });
  const nodeIds = [...new Set(asked.flatMap(({ asks }) => asks))];
  if (nodeIds.length === 0) return new Map<string, string[]>();
  return migrations.begunBy(
    workspaceId,
    asked.map(({ id }) => id),
    nodeIds,
  );
}

/** Back to what they were, as far as they are still what they became. */
function movedBack(batch: MigrationBatch): BatchOutcome {
  const to = migrationsInto(batch);
  const moved = batch.runs.flatMap((run): MovedRun[] => {
    const { state, stateBefore, fromVersion } = run;
    const planned = stateBefore && to(fromVersion)?.plan(stateBefore, []);
    if (!planned || planned.kind === "no_place" || !isDeepStrictEqual(planned.state, state)) return [];
    return [{ run, toVersion: fromVersion, state: stateBefore }];
  });
  return { moved, ended: [], beyond: 0, choices: batch.choices };
}

type MigrationsInto = (fromVersion: number) => Migration | null;

/** Into the version that runs are moved to, from each of the others; null where one of the two is not there any more. */
function migrationsInto({ versions, toVersion }: MigrationBatch): MigrationsInto {
  const known = new Map<number, Migration>();
  const after = versions.get(toVersion);
  return (fromVersion) => {
    const before = versions.get(fromVersion);
    if (before === undefined || after === undefined) return null;
    const migration = known.get(fromVersion) ?? migrationBetween(before, after);
    known.set(fromVersion, migration);
    return migration;
  };
}
