import { expect } from "vitest";
import type * as fc from "fast-check";
import { openEffect } from "../../../interpreter/advance.ts";
import type { Plan } from "../../../interpreter/plan.ts";
import { planMigration } from "../plan-migration.ts";
import type { MigrationPlan, RunVersion } from "../plan-migration.ts";
import { begun, begunNodes, driven, from, isLive, planOf, putThere, seen } from "./driven.ts";
import type { Driven } from "./driven.ts";
import type { migrations } from "./migrations.ts";

export type Example = typeof migrations extends fc.Arbitrary<infer Each> ? Each : never;

/** What was found out about an example; null where its run was over before it could be moved. */
export function kindOf({ versions: [before, after], past }: Example): MigrationPlan["kind"] | null {
  const run = begun(planOf(before), past);
  return isLive(run) ? planMigration(before, after, run.state, begunNodes(run)).kind : null;
}

/** The law of moved runs, for a run that is known and for one of which nothing but its state is. */
export function holdsForMoved({ versions: [before, after], past, futures }: Example): void {
  const run = begun(planOf(before), past);
  if (!isLive(run)) return;
  for (const known of [begunNodes(run), undefined]) {
    const planned = planMigration(before, after, run.state, known);
    if (planned.kind === "no_place") continue;
    const moved = from(planned.state, run.at);
    goesOnAsPutThere(after, run, moved, futures);
    repeatsAndSkipsNothing(before, after, run, moved, futures);
    if (planned.kind === "same") goesOnAsBefore(before, after, run, moved, futures);
  }
}

type Futures = readonly (readonly number[])[];

const wentOn = (version: RunVersion, plan: Plan, run: Driven, future: readonly number[]): object =>
  seen(version, plan, driven(plan, from(run.state, run.at), future));

/** It goes on exactly as one that was put there by the new version. */
function goesOnAsPutThere(after: RunVersion, run: Driven, moved: Driven, futures: Futures): void {
  const [version, there] = putThere(after, run);
  expect({ ...moved.state, seq: 0 }).toEqual({ ...there.state, seq: 0 });
  const [own, theirs] = [planOf(after), planOf(version)];
  for (const future of futures) {
    expect(wentOn(after, own, moved, future)).toEqual(wentOn(version, theirs, { ...there, at: run.at }, future));
  }
}

/** What it has begun it begins nowhere again; what it was about to do it does next. */
function repeatsAndSkipsNothing(
  before: RunVersion,
  after: RunVersion,
  run: Driven,
  moved: Driven,
  futures: Futures,
): void {
  const { nodeId, attempts } = run.state;
  const [own, next] = [openEffect(planOf(before), run.state), openEffect(planOf(after), moved.state)];
  expect([next?.type, next?.type === "finish" ? null : next?.nodeId]).toEqual([own?.type, nodeId]);
  const done = begunNodes(run).filter((id) => id !== nodeId);
  for (const future of futures) {
    const { effects } = driven(planOf(after), moved, future);
    const begins = effects.flatMap((effect) =>
      effect.type === "perform" || effect.type === "pick_exit" ? [effect] : [],
    );
    expect(begins.filter((effect) => done.includes(effect.nodeId))).toEqual([]);
    const here = begins.filter((effect) => effect.type === "perform" && effect.nodeId === nodeId);
    // An attempt that is under way begins once more under its number where its driver is gone, and no earlier one does.
    for (const effect of here) if (effect.type === "perform") expect(effect.attempt).toBeGreaterThanOrEqual(attempts);
  }
}

/** Whatever happens, it does what it would have done. */
function goesOnAsBefore(before: RunVersion, after: RunVersion, run: Driven, moved: Driven, futures: Futures): void {
  const [own, next] = [planOf(before), planOf(after)];
  for (const future of futures) {
    expect(wentOn(after, next, moved, future)).toEqual(wentOn(before, own, run, future));
  }
}
