import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Role } from "../../platform/security/principal.ts";
import { digestKey } from "../../platform/security/keys.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { storePipeline, storeStage } from "../../testing/stored.ts";

export interface MemberOptions {
  role?: Role;
  allow?: string[];
  deny?: string[];
  visibility?: "all" | "own";
  active?: boolean;
  expiresAt?: string;
  /** A test key by default. */
  mode?: "live" | "test";
  revoked?: boolean;
}

/** A workspace with one pipeline of two stages, a tag and a custom field. */
export interface TestWorkspace {
  id: string;
  pipelineId: string;
  stageIds: [string, string];
  tagId: string;
  customFieldId: string;
  /** Adds a member with a key, and returns the key. Owner by default. */
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
  const [tagId, customFieldId] = [randomUUID(), randomUUID()];
  const pipelineId = await storePipeline(db, { workspace_id, seq: 1, name: "Sales" });
  const pipeline = { workspace_id, pipeline_id: pipelineId };
  const stageIds: [string, string] = [
    await storeStage(db, pipeline, { seq: 1 }),
    await storeStage(db, pipeline, { seq: 2 }),
  ];
  const given = [
    { workspace_id, kind: "pipeline", last: 1 },
    { workspace_id, kind: "stage", last: stageIds.length },
  ];
  await db.insertInto("sequences").values(given).execute();
  await db
    .insertInto("tags")
    .values({ workspace_id, id: tagId, name: "VIP", name_folded: "vip", color: "#ff0000" })
    .execute();
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
  const { role = "owner", allow = [], deny = [], active = true, expiresAt, mode = "test", revoked = false } = options;
  const member = randomUUID();
  const key = `trk_${mode}_${randomUUID()}`;
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
