import { randomUUID } from "node:crypto";
import type { Facts } from "@trilho/engine/contract";
import { orderedId } from "../../platform/service/ordered-id.ts";
import type { Store } from "../model/stores.ts";
import type { RunClaim } from "../model/run.ts";
import type { CaseRows } from "./run-cases.ts";

/** Starts a run of a case, with what its event brought. */
export async function startRun(
  store: Store,
  rows: CaseRows,
  automationVersion = 1,
  event: Facts = {},
): Promise<RunClaim> {
  const about = { automationVersion, triggerType: "deal_created", chainId: randomUUID(), depth: 0, refusal: null };
  const job = await store.runs.start({ ...rows, ...about, id: orderedId(), eventId: randomUUID(), event });
  if (job === null) throw new Error("The run did not start");
  return job;
}
