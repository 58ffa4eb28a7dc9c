import { type Kysely, sql } from "kysely";
import { stopped } from "../changes.ts";
import { enroll } from "../enrollment.ts";
import { endingOf, isRunning, type Ending } from "../standing.ts";
import type { Actor } from "../../activities/history.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { applyChange, insertEnrollment } from "./cadence-changes.ts";
import { findPlaybook } from "./cadence-definitions.ts";
import { findDeal, readView } from "./cadence-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

export interface CadenceHook {
  workspaceId: string;
  dealId: string;
  actor: Actor;
  /** Unix ms. */
  now: number;
}

/**
 * Lets a deal's cadence follow the deal, in the transaction that moved or closed it, after that: a cadence that the
 * deal no longer allows stops, and a deal that entered a stage starts the stage's playbook.
 */
export async function cadenceFollowsDeal(
  trx: Kysely<Database>,
  hook: CadenceHook,
  enteredStageId: string | null,
): Promise<void> {
  await stopEnded(trx, hook);
  if (enteredStageId !== null) await startPlaybook(trx, hook, enteredStageId);
}

/** Whether a deal ever had a cadence, or its stage has a playbook: of most, neither, and nothing follows them. */
export const CONCERNS_CADENCES = sql<boolean>`(
  exists (select from cadence_instances as latest
    where latest.workspace_id = deals.workspace_id and latest.deal_id = deals.id and latest.is_latest)
  or exists (select from cadences as playbook
    where playbook.workspace_id = deals.workspace_id and playbook.stage_id = deals.stage_id and playbook.active))`;

/** Starts the playbook of the stage that an open deal has entered or is born in. */
export async function startPlaybook(trx: Kysely<Database>, hook: CadenceHook, stageId: string): Promise<void> {
  const { workspaceId, dealId, actor, now } = hook;
  const playbook = await findPlaybook(trx, workspaceId, stageId);
  if (playbook === null) return;
  const found = await findDeal(trx, everything(workspaceId), { id: dealId }, true);
  if (found === null) return;
  const started = enroll(playbook, found.deal, found.calendar, 0, now);
  // A contact that opted out is the expected reason not to start.
  if (!started.ok) return;
  await stopEnded(trx, hook, REPLACED);
  await insertEnrollment(trx, workspaceId, actor, dealId, started.value);
}

const REPLACED: Ending = { status: "stopped_stage_end", reason: "replaced" };

/** Stops the deal's running cadence with this ending, or with the one that its deal asks for; false when nothing stops. */
export async function stopEnded(
  trx: Kysely<Database>,
  { workspaceId, dealId, actor, now }: CadenceHook,
  ending?: Ending,
): Promise<boolean> {
  const found = await findDeal(trx, everything(workspaceId), { id: dealId }, true);
  const view = found && (await readView(trx, workspaceId, found));
  if (view === null || !isRunning(view.instance)) return false;
  const why = ending ?? endingOf(view.instance, view.deal);
  if (why === null) return false;
  await applyChange(trx, workspaceId, actor, view.instance.id, stopped(view, why, now));
  return true;
}

/** The eyes of the service itself. */
const everything = (workspaceId: string): Viewer => ({
  workspaceId,
  memberId: "",
  role: "owner",
  visibility: "all",
});
