import { randomUUID } from "node:crypto";
import type { Store } from "../model/stores.ts";
import type { RunJob } from "../model/run.ts";
import type { CaseRows } from "./run-cases.ts";

/** Starts a run of a case, whose job is for the caller to hand out. */
export async function startRun(store: Store, rows: CaseRows, automationVersion = 1): Promise<RunJob> {
  const about = { automationVersion, triggerType: "deal_created", chainId: randomUUID(), depth: 0, refusal: null };
  const job = await store.runs.start({ ...rows, ...about, eventId: randomUUID(), event: {} });
  if (job === null) throw new Error("The run did not start");
  return job;
}

/** The same as an event does it: the run and its job together. */
export const startQueuedRun = (store: Store, rows: CaseRows, automationVersion?: number): Promise<RunJob> =>
  store.transaction(async (inside) => {
    const job = await startRun(inside, rows, automationVersion);
    await inside.jobs.send(job);
    return job;
  });
