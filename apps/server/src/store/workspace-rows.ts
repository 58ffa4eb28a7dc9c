import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/** Active stages of a pipeline created without its own (contract, `POST /pipelines`), with a colour each. */
const DEFAULT_STAGES = [
  ["Leads", "#64748b"],
  ["Qualificação", "#3b82f6"],
  ["Proposta", "#8b5cf6"],
  ["Negociação", "#f59e0b"],
  ["Fechamento", "#14b8a6"],
] as const;

/** What the contract appends to every pipeline. */
const FINAL_STAGES = [
  { name: "Ganho", color: "#22c55e", is_won: true, is_lost: false },
  { name: "Perda", color: "#ef4444", is_won: false, is_lost: true },
];

export interface PipelineIds {
  id: string;
  /** Stage ids by name. */
  stages: ReadonlyMap<string, string>;
}

/** The next number of a workspace's kind of resource. Concurrent callers wait for each other's transaction. */
export async function nextSeq(
  trx: Kysely<Database>,
  workspaceId: string,
  kind: "pipeline" | "stage" | "contact" | "company" | "deal",
  count = 1,
): Promise<number> {
  const { last } = await trx
    .insertInto("sequences")
    .values({ workspace_id: workspaceId, kind, last: count })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "kind"]).doUpdateSet({ last: sql`sequences.last + ${count}::integer` }),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last - count + 1;
}

/** A pipeline with the contract's default stages. The workspace's first one is its default. */
export async function insertPipeline(
  trx: Kysely<Database>,
  workspaceId: string,
  name: string,
  description: string | null,
): Promise<PipelineIds> {
  const id = randomUUID();
  const seq = await nextSeq(trx, workspaceId, "pipeline");
  const firstStage = await nextSeq(trx, workspaceId, "stage", DEFAULT_STAGES.length + FINAL_STAGES.length);
  const active = DEFAULT_STAGES.map(([stage, color]) => ({ name: stage, color, is_won: false, is_lost: false }));
  const stages = [...active, ...FINAL_STAGES].map((stage, index) => ({
    ...stage,
    workspace_id: workspaceId,
    id: randomUUID(),
    pipeline_id: id,
    seq: firstStage + index,
    position: index,
  }));
  await trx
    .insertInto("pipelines")
    .values({
      workspace_id: workspaceId,
      id,
      seq,
      position: seq - 1,
      name,
      description,
      is_default: seq === 1,
      behaviors: "[]",
    })
    .execute();
  await trx.insertInto("stages").values(stages).execute();
  return { id, stages: new Map(stages.map((stage) => [stage.name, stage.id])) };
}

/**
 * Lets one process at a time set workspaces up: the others wait for its transaction. A row's lock, not an advisory
 * one, so that it holds on every database that speaks PostgreSQL.
 */
export async function takeSetupTurn(trx: Kysely<Database>): Promise<void> {
  await trx
    .insertInto("server_meta")
    .values({ key: "setup", value: "" })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  await trx.selectFrom("server_meta").select("key").where("key", "=", "setup").forUpdate().execute();
}

/** Keeps a key by its digest: the key itself is never stored. */
export async function insertKey(
  trx: Kysely<Database>,
  key: {
    workspaceId: string;
    memberId: string;
    name: string;
    digest: string;
    expiresAt: Date | null;
    revoked: boolean;
  },
): Promise<void> {
  await trx
    .insertInto("api_keys")
    .values({
      workspace_id: key.workspaceId,
      id: randomUUID(),
      member_id: key.memberId,
      name: key.name,
      digest: key.digest,
      expires_at: key.expiresAt,
      revoked: key.revoked,
    })
    .execute();
}
