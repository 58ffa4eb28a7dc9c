import { DAY_MS } from "@trilho/engine";
import { EXAMPLE_IDS } from "@trilho/contract";
import type { Kysely } from "kysely";
import { taskEnded } from "../areas/cadences/changes.ts";
import { inOrder } from "../areas/cadences/definition.ts";
import { enroll } from "../areas/cadences/enrollment.ts";
import type { CadenceDraft } from "../areas/cadences/model.ts";
import type { Actor } from "../areas/activities/history.ts";
import { applyChange, insertEnrollment } from "../areas/cadences/store/cadence-changes.ts";
import { getCadence, insertCadence } from "../areas/cadences/store/cadence-definitions.ts";
import { findDeal, readView } from "../areas/cadences/store/cadence-rows.ts";
import type { Database } from "../platform/database/schema/database.ts";

/** How many days ago deals started; each day of that is a task done. */
const STARTED_DAYS_AGO = [0, 1, 3, 2];
/** The last of them waits for somebody who is away. */
const PAUSED = 3;

const SYSTEM: Actor = { type: "system", userId: null, automationId: null, apiKeyId: null, chain: null };

const STEPS = inOrder([
  {
    dayNumber: 1,
    channel: "whatsapp",
    description: "Say hello and ask for a photo of the energy bill",
    message:
      "Olá, {{ contact.firstName }}! Aqui é da Aurora Solar. Pode me mandar uma foto da sua conta de luz? " +
      "Com ela calculo quanto o sol pode pagar por mês.",
  },
  {
    dayNumber: 2,
    channel: "voice_call",
    quantity: 2,
    timeOfDay: "10:30",
    description: "Call twice at different times; ask about the roof and who decides",
  },
  {
    dayNumber: 3,
    channel: "research",
    description: "Look the roof up on the map and note its size and direction",
  },
  {
    dayNumber: 4,
    channel: "email",
    timeOfDay: "09:00",
    description: "Send the estimate",
    subject: "{{ contact.firstName }}, sua estimativa de energia solar",
    textBody:
      "Olá, {{ contact.firstName }},\n\nsegue a estimativa para o seu projeto. Qual é o melhor horário para conversarmos?\n\nAurora Solar",
  },
]);

/** The cadence that new leads for homes go through, with some deals at different days of it. */
export async function insertDemoCadence(
  trx: Kysely<Database>,
  workspaceId: string,
  pipeline: { id: string; stages: ReadonlyMap<string, string> },
  now: number,
): Promise<void> {
  const draft: CadenceDraft = {
    name: "First contact",
    description: "Four days from a new lead to an estimate",
    pipelineId: pipeline.id,
    stageId: null,
    active: true,
    steps: STEPS,
  };
  const createdAt = new Date(now - 30 * DAY_MS);
  const id = await insertCadence(trx, workspaceId, draft, { id: EXAMPLE_IDS.busyCadence, createdAt });
  const later = { ...draft, name: "Win back", description: "For deals that were lost", active: false };
  await insertCadence(trx, workspaceId, later, { id: EXAMPLE_IDS.cadence, createdAt });
  const cadence = await getCadence(trx, workspaceId, id);
  const leads = await trx
    .selectFrom("deals")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("stage_id", "=", pipeline.stages.get("Leads") ?? "")
    .orderBy("seq")
    .limit(STARTED_DAYS_AGO.length)
    .execute();
  const everything = { workspaceId, memberId: "", role: "owner", visibility: "all" } as const;
  for (const [index, lead] of leads.entries()) {
    const daysAgo = STARTED_DAYS_AGO[index] ?? 0;
    const found = await findDeal(trx, everything, lead, false);
    if (cadence === null || found === null) throw new Error("The demo's cadence has no deals");
    const startedAt = now - daysAgo * DAY_MS;
    const started = enroll(cadence, found.deal, found.calendar, 0, startedAt);
    if (!started.ok) throw new Error(started.failure.message);
    // The history tells when it was written, which would be now.
    await insertEnrollment(trx, workspaceId, SYSTEM, found.deal.id, { ...started.value, activities: [] });
    await endTasks(trx, workspaceId, found, daysAgo);
    if (index === 0) await nameTasks(trx, workspaceId, started.value.instance.id);
    if (index === PAUSED) {
      const paused = { status: "paused", pausedAt: now, pauseReason: "On holiday until Monday" } as const;
      await applyChange(trx, workspaceId, SYSTEM, started.value.instance.id, { instance: paused });
    }
  }
}

/** The first three, by day, get the ids that the document's examples name. */
async function nameTasks(trx: Kysely<Database>, workspaceId: string, instanceId: string): Promise<void> {
  const { execute, complete, skip } = EXAMPLE_IDS.cadenceTasks;
  for (const [index, id] of [execute, complete, skip].entries()) {
    await trx
      .updateTable("cadence_tasks")
      .set({ id })
      .where("workspace_id", "=", workspaceId)
      .where("instance_id", "=", instanceId)
      .where("day_number", "=", index + 1)
      .execute();
  }
}

/** The first tasks were done when they were due. */
async function endTasks(
  trx: Kysely<Database>,
  workspaceId: string,
  found: NonNullable<Awaited<ReturnType<typeof findDeal>>>,
  count: number,
): Promise<void> {
  const view = await readView(trx, workspaceId, found);
  for (const task of view?.tasks.slice(0, count) ?? []) {
    if (view === null) return;
    const { tasks = [] } = taskEnded(view, task, { status: "done", manual: true }, null, task.dueAt);
    await applyChange(trx, workspaceId, SYSTEM, view.instance.id, { tasks });
  }
}
