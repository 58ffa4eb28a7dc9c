import { compileRun, type Plan } from "@trilho/engine";
import type { HeldRun } from "./model/run.ts";
import { skipsWaits } from "./model/trial.ts";

const KEPT = 500;

/** Definitions made ready to run. A version never changes, so a plan is good as long as the workspace's hours and time zone are. */
export function createPlans(): (run: HeldRun) => Plan {
  const plans = new Map<string, Plan>();
  return (run) => {
    const { businessHours, timeZone } = run.workspace;
    const keepsHours = run.definition.respectBusinessHours && !skipsWaits(run);
    const version = [run.workspaceId, run.automationId, run.automationVersion];
    const key = JSON.stringify([...version, keepsHours, businessHours, timeZone]);
    const known = plans.get(key);
    if (known !== undefined) return known;
    const plan = compileRun(run.definition.graphDefinition, {
      respectBusinessHours: keepsHours,
      businessHours,
      timeZone,
    });
    const oldest = plans.keys().next();
    if (plans.size >= KEPT && !oldest.done) plans.delete(oldest.value);
    plans.set(key, plan);
    return plan;
  };
}
