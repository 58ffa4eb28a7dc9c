import type { DealTaskSummary } from "@trilho/contract";
import { type RawBuilder, sql } from "kysely";
import { one } from "../../../../platform/database/columns.ts";

/** What is to be done for each row of `deals`, at an instant, ISO 8601; a deal without pending tasks has zeros. */
export const taskSummary = (at: string): RawBuilder<DealTaskSummary> => sql`(
  select json_build_object(
    'pendingCount', count(*),
    'overdueCount', count(*) filter (where tasks.due_at < ${at}::timestamptz),
    'nextTask', ${NEXT_TASK})
  from tasks where ${PENDING})`;

const PENDING = sql.raw(
  "tasks.workspace_id = deals.workspace_id and tasks.deal_id = deals.id and tasks.done_at is null",
);

const NEXT_TASK = one(sql`
  select id, title, due_at as "dueAt", assignee_user_id as "assigneeUserId", category_name as "categoryName", category_color as "categoryColor"
  from tasks where ${PENDING} order by due_order, id limit 1`);
