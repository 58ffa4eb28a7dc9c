import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema/database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { recordChanges } from "./history-store.ts";
import { listAll } from "./list-rows.ts";
import { withLabels } from "./label-rows.ts";
import type { AutomationLists, AutomationsChange, ChangedAutomation } from "./lists-port.ts";
import type { NewChange } from "./port.ts";

export const createAutomationLists = (db: Kysely<Database>): AutomationLists => ({
  all: (workspaceId) => listAll(db, workspaceId),

  change: (workspaceId, ids, change, by) =>
    inTransaction(db, async (trx) => {
      const rows = new Map((await lockAll(trx, workspaceId, ids)).map((row) => [row.id, row]));
      const changes = new Map<string, Change>();
      const results = ids.map((id): ChangedAutomation => {
        const row = rows.get(id);
        if (row === undefined) return { id, outcome: "missing" };
        const made = changes.get(id) ?? changeOf(row, change);
        if (typeof made === "string") return { id, outcome: made };
        if (Object.keys(made).length === 0) return { id, outcome: "same" };
        changes.set(id, made);
        return { id, outcome: "changed" };
      });
      if (changes.size > 0) {
        await writeAll(trx, workspaceId, changes);
        const said = [...changes].flatMap(([automationId, made]) =>
          historyOf(made).map((entry) => ({ ...entry, workspaceId, automationId, by })),
        );
        await recordChanges(trx, said);
      }
      return results;
    }),
});

/** In the order of their ids, as all who lock many. They stay as they are for others until the transaction ends. */
const lockAll = (trx: Kysely<Database>, workspaceId: string, ids: readonly string[]) =>
  trx
    .selectFrom("automations")
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", ids)
    .select(["id", "enabled", "approved", "runs_paused_at", "owner_id", "labels"])
    .orderBy("id")
    .forUpdate()
    .execute();

type Row = Awaited<ReturnType<typeof lockAll>>[number];

/** Only what is other than before. */
interface Change {
  enabled?: boolean;
  paused?: boolean;
  owner?: { id: string; name: string | null };
  labels?: readonly string[];
}

function changeOf(row: Row, change: AutomationsChange) {
  const { enabled, paused, owner, addLabels, removeLabels, needsApproval = false } = change;
  if (needsApproval && enabled === true && !row.enabled && !row.approved) return "unapproved" as const;
  const labels = withLabels(row.labels, addLabels, removeLabels);
  if (labels === null) return "too-many-labels" as const;
  const isSame = labels.length === row.labels.length && labels.every((label, at) => label === row.labels[at]);
  const made: Change = {
    ...(enabled !== undefined && enabled !== row.enabled && { enabled }),
    ...(paused !== undefined && paused !== (row.runs_paused_at !== null) && { paused }),
    ...(owner !== undefined && owner.id !== row.owner_id && { owner }),
    ...(!isSame && { labels }),
  };
  return made;
}

type Entry = Pick<NewChange, "type" | "note">;

const historyOf = ({ enabled, paused, owner, labels }: Change): Entry[] => [
  ...(enabled === undefined ? [] : [{ type: enabled ? "switched-on" : "switched-off" } as const]),
  ...(paused === undefined ? [] : [{ type: paused ? "paused" : "resumed" } as const]),
  ...(owner === undefined ? [] : [{ type: "owner-changed", note: owner.name ?? undefined } as const]),
  ...(labels === undefined ? [] : [{ type: "labels-changed", note: labels.join(", ") } as const]),
];

/** What is not in a change stays. An owner or labels are no new state of the automation itself. */
async function writeAll(trx: Kysely<Database>, workspaceId: string, changes: ReadonlyMap<string, Change>) {
  const meant = [...changes].map(([id, { owner, ...change }]) => ({ ...change, id, owner_id: owner?.id }));
  await sql`
    update automations set
      enabled = coalesce(change.enabled, automations.enabled),
      on_since = case when change.enabled then now() else on_since end,
      updated_at = case when change.enabled is null then updated_at else now() end,
      runs_paused_at = case change.paused when true then now() when false then null else runs_paused_at end,
      owner_id = coalesce(change.owner_id, automations.owner_id),
      labels = coalesce(change.labels, automations.labels)
    from json_to_recordset(${JSON.stringify(meant)}::json)
      as change (id text, enabled boolean, paused boolean, owner_id text, labels json)
    where automations.workspace_id = ${workspaceId} and automations.id = change.id`.execute(trx);
}
