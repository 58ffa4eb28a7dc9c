import type { DealTaskSummary } from "@trilho/contract";
import { type Kysely, sql } from "kysely";
import { isoOrNull } from "./columns.ts";
import type { Database } from "./schema.ts";

/** What is to be done for each of these deals, by deal, in one query; deals without pending tasks have zeros. */
export async function taskSummaries(
  db: Kysely<Database>,
  workspaceId: string,
  dealIds: readonly string[],
  now: string,
): Promise<ReadonlyMap<string, DealTaskSummary>> {
  const summaries = new Map<string, DealTaskSummary>(dealIds.map((id) => [id, NOTHING_TO_DO]));
  if (dealIds.length === 0) return summaries;
  const rows = await db
    .selectFrom("tasks")
    .where("workspace_id", "=", workspaceId)
    .where("deal_id", "in", dealIds)
    .where("done_at", "is", null)
    .distinctOn("deal_id")
    .select(["deal_id", "id", "title", "due_at", "category_name", "category_color"])
    // Counted over all of a deal's tasks, before its first one is picked.
    .select([
      sql<number>`(count(*) over (partition by deal_id))::integer`.as("pending"),
      sql<number>`(count(*) filter (where due_at < ${new Date(now)}) over (partition by deal_id))::integer`.as(
        "overdue",
      ),
    ])
    .orderBy("deal_id")
    .orderBy("due_order")
    .orderBy("id")
    .execute();
  for (const row of rows) {
    summaries.set(row.deal_id, {
      pendingCount: row.pending,
      overdueCount: row.overdue,
      nextTask: {
        id: row.id,
        title: row.title,
        dueAt: isoOrNull(row.due_at),
        categoryName: row.category_name,
        categoryColor: row.category_color,
      },
    });
  }
  return summaries;
}

const NOTHING_TO_DO: DealTaskSummary = { pendingCount: 0, overdueCount: 0, nextTask: null };
