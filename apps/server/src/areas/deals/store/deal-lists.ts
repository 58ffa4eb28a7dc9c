import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { DealFilter } from "../filter.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { type Marks, marksOf } from "./deal-marks.ts";

/**
 * Deals in the order of the list's pages, as an index keeps them: those that have any of some items. Every deal that a
 * filter leaves is in each of its lists.
 */
export interface DealList {
  branches: readonly Branch[];
  /** Whether it is a part of one index of deals: a condition of theirs alone makes the planner walk along it. */
  isOneIndex: boolean;
}

/** One table's part of it: where a row has an item of an array. */
export interface Branch {
  table: "deals" | "deal_marks";
  items: RawBuilder<unknown>;
  has(item: RawBuilder<unknown>): RawBuilder<SqlBool>;
}

type Column = "pipeline_id" | "stage_id" | "source" | "responsible_user_id" | "co_owner_user_id" | "status";

/** The lists of everything in a filter that an index knows; texts have their own. */
export const listsOf = (filter: DealFilter, viewer: Viewer): DealList[] => [
  ...columnsOf(filter, viewer.workspaceId),
  ...(viewer.visibility === "own" ? [ownOf(viewer)] : []),
  ...marksOf(filter, viewer.workspaceId).map((marks) => markedBy(viewer.workspaceId, marks)),
];

/** All deals: where what is asked of them is in no list. */
export const allOf = (workspaceId: string): DealList => ({ branches: [all(workspaceId, ONE)], isOneIndex: true });

const markedBy = (workspaceId: string, { marks, areTooMany }: Marks): DealList => ({
  branches: [
    marked(marks),
    ...(areTooMany === null ? [] : [all(workspaceId, sql`case when ${areTooMany} then ${ONE} else '{}' end`)]),
  ],
  isOneIndex: false,
});

function columnsOf(filter: DealFilter, workspaceId: string): DealList[] {
  const { pipelineSeq, stageId, source, responsibleUserIds, status, returning } = filter;
  const column = (name: Column, items: RawBuilder<unknown>, isOneIndex: boolean): DealList => ({
    branches: [holding(workspaceId, name, items)],
    isOneIndex,
  });
  const anyOf = (name: Column, items: readonly string[] = []): DealList[] =>
    items.length === 0 ? [] : [column(name, texts(items), new Set(items).size === 1)];
  return [
    ...(pipelineSeq === undefined ? [] : [column("pipeline_id", idOfPipeline(workspaceId, pipelineSeq), true)]),
    ...anyOf("stage_id", alone(stageId)),
    ...anyOf("source", alone(source)),
    ...anyOf("responsible_user_id", responsibleUserIds),
    ...anyOf("status", status),
    ...(returning === true ? [{ branches: [returned(workspaceId)], isOneIndex: true }] : []),
  ];
}

const alone = (item: string | undefined): string[] => (item === undefined ? [] : [item]);

const texts = (items: readonly string[]): RawBuilder<unknown> => sql`${[...new Set(items)]}::text[]`;

const idOfPipeline = (workspaceId: string, seq: number): RawBuilder<unknown> =>
  sql`array(select id from pipelines where workspace_id = ${workspaceId} and seq = ${seq})`;

const ownOf = ({ workspaceId, memberId }: Viewer): DealList => ({
  branches: (["responsible_user_id", "co_owner_user_id"] as const).map((column) =>
    holding(workspaceId, column, texts([memberId])),
  ),
  isOneIndex: false,
});

const holding = (workspaceId: string, column: Column, items: RawBuilder<unknown>): Branch => ({
  table: "deals",
  items,
  has: (item) => sql<SqlBool>`workspace_id = ${workspaceId} and ${sql.ref(column)} = ${item}`,
});

/** The item of what has but one. */
const ONE = sql`array['']`;

const all = (workspaceId: string, items: RawBuilder<unknown>): Branch => ({
  table: "deals",
  items,
  has: () => sql<SqlBool>`workspace_id = ${workspaceId}`,
});

const returned = (workspaceId: string): Branch => ({
  table: "deals",
  items: ONE,
  has: () => sql<SqlBool>`workspace_id = ${workspaceId} and is_returning`,
});

const marked = (marks: RawBuilder<unknown>): Branch => ({
  table: "deal_marks",
  items: marks,
  has: (item) => sql<SqlBool>`mark = ${item}`,
});
