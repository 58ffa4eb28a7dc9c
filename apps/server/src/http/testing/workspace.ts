import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Role } from "../../domain/model.ts";
import { digestKey } from "../../security/keys.ts";
import type { Database } from "../../store/schema.ts";

export interface MemberOptions {
  role?: Role;
  allow?: string[];
  deny?: string[];
  visibility?: "all" | "own";
  active?: boolean;
  expiresAt?: string;
  revoked?: boolean;
}

/** A workspace with one pipeline of two stages, a tag and a custom field. */
export interface TestWorkspace {
  id: string;
  pipelineId: string;
  stageIds: [string, string];
  tagId: string;
  customFieldId: string;
  /** Adds a member with a key, and returns the key. Owner unless told. */
  addKey(options?: MemberOptions): Promise<string>;
}

export async function addWorkspace(
  db: Kysely<Database>,
  serverSecret: string,
  features: string[] = ["API_ACCESS", "ADVANCED_API"],
): Promise<TestWorkspace> {
  const id = randomUUID();
  await db
    .insertInto("workspaces")
    .values({
      id,
      slug: id,
      name: "Test",
      time_zone: "America/Sao_Paulo",
      locale: "pt-BR",
      features: JSON.stringify(features),
      quotas: "{}",
      business_hours: null,
      loss_reasons: "[]",
    })
    .execute();
  return {
    id,
    ...(await addReference(db, id)),
    addKey: (options) => addKey(db, serverSecret, id, options),
  };
}

async function addReference(db: Kysely<Database>, workspace_id: string) {
  const [pipelineId, tagId, customFieldId] = [randomUUID(), randomUUID(), randomUUID()];
  const stageIds: [string, string] = [randomUUID(), randomUUID()];
  await db
    .insertInto("pipelines")
    .values({
      workspace_id,
      id: pipelineId,
      seq: 1,
      position: 1,
      name: "Sales",
      description: null,
      is_default: true,
      exit_stage_id: null,
      behaviors: "[]",
      attendance_queue_stage_id: null,
    })
    .execute();
  const stages = stageIds.map((id, index) => ({
    workspace_id,
    id,
    pipeline_id: pipelineId,
    seq: index + 1,
    position: index + 1,
    name: `Stage ${index + 1}`,
    color: "#6366f1",
    description: null,
    is_won: false,
    is_lost: false,
    required_milestone_field_id: null,
  }));
  await db.insertInto("stages").values(stages).execute();
  const given = [
    { workspace_id, kind: "pipeline", last: 1 },
    { workspace_id, kind: "stage", last: stages.length },
  ];
  await db.insertInto("sequences").values(given).execute();
  await db.insertInto("tags").values({ workspace_id, id: tagId, name: "VIP", color: "#ff0000" }).execute();
  await db
    .insertInto("custom_fields")
    .values({
      workspace_id,
      id: customFieldId,
      entity_type: "deal",
      name: "Segment",
      slug: "segment",
      description: null,
      placeholder: null,
      field_type: "select",
      options: JSON.stringify([{ value: "a", label: "A", color: null }]),
      config: null,
      is_required: false,
      display_order: 1,
      section: null,
      pipeline_config: null,
      visibility_rule: null,
    })
    .execute();
  return { pipelineId, stageIds, tagId, customFieldId };
}

async function addKey(
  db: Kysely<Database>,
  serverSecret: string,
  workspace_id: string,
  options: MemberOptions = {},
): Promise<string> {
  const { role = "owner", allow = [], deny = [], active = true, expiresAt, revoked = false } = options;
  const member = randomUUID();
  const key = `trk_test_${randomUUID()}`;
  await db
    .insertInto("members")
    .values({
      workspace_id,
      id: member,
      email: `${member}@example.com`,
      name: "Ana",
      role,
      permissions: JSON.stringify({ allow, deny }),
      visibility: options.visibility ?? "all",
      active,
      image: null,
    })
    .execute();
  await db
    .insertInto("api_keys")
    .values({
      workspace_id,
      id: randomUUID(),
      member_id: member,
      name: "Test key",
      digest: digestKey(serverSecret, key),
      expires_at: expiresAt === undefined ? null : new Date(expiresAt),
      revoked,
    })
    .execute();
  return key;
}
