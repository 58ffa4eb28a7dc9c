import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../platform/database/schema/database.ts";

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  /** Of each of its loops. */
  "Actual Rows": number;
  Plans?: PlanNode[];
}

/** Runs a query and answers what PostgreSQL did for it, all parts in one list. */
export async function planOf(db: Kysely<Database>, query: RawBuilder<unknown>): Promise<PlanNode[]> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: PlanNode }] }>`
    explain (analyze, format json) ${query}`.execute(db);
  return rows.flatMap((row) => nodesOf(row["QUERY PLAN"][0].Plan));
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
