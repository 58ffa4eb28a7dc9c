import { randomUUID } from "node:crypto";
import { digestKey } from "../../platform/security/keys.ts";
import { nextSeq } from "../../platform/database/workspace-rows.ts";
import { storeDeal } from "../../testing/stored.ts";
import type { TestApi } from "./api.ts";
import type { Answer, CallInit } from "./test-app.ts";

/** A member with a key of their own. */
export interface TestMember {
  id: string;
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
}

interface MemberOptions {
  name?: string;
  role?: "owner" | "member";
  visibility?: "all" | "own";
  active?: boolean;
}

export async function addMember(api: TestApi, options: MemberOptions = {}): Promise<TestMember> {
  const { name = "Bia", role = "member", visibility = "all", active = true } = options;
  const { app, workspace } = api;
  const id = randomUUID();
  const key = `trk_test_${randomUUID()}`;
  await app.opened.db
    .insertInto("members")
    .values({
      workspace_id: workspace.id,
      id,
      email: `${id}@example.com`,
      name,
      role,
      permissions: JSON.stringify({ allow: [], deny: [] }),
      visibility,
      active,
      image: null,
    })
    .execute();
  await app.opened.db
    .insertInto("api_keys")
    .values({
      workspace_id: workspace.id,
      id: randomUUID(),
      member_id: id,
      name: "Test key",
      digest: digestKey(app.opened.serverSecret, key),
      expires_at: null,
      revoked: false,
    })
    .execute();
  return { id, call: (method, path, init = {}) => api.call(method, path, { key, ...init }) };
}

export async function addContact(api: TestApi, name = "Caio"): Promise<string> {
  const { db } = api.app.opened;
  const id = randomUUID();
  const seq = await nextSeq(db, api.workspace.id, "contact");
  await db
    .insertInto("contacts")
    .values({ workspace_id: api.workspace.id, id, seq, first_name: name, email: `${id}@mail.example` })
    .execute();
  return id;
}

/** An open deal in the workspace's first stage. */
export async function addDeal(
  api: TestApi,
  responsible: Pick<TestMember, "id">,
  contactId: string | null = null,
): Promise<{ id: string; seq: number }> {
  const { db } = api.app.opened;
  const { id: workspace_id, pipelineId: pipeline_id, stageIds } = api.workspace;
  const seq = await nextSeq(db, workspace_id, "deal");
  const place = { workspace_id, seq, pipeline_id, stage_id: stageIds[0], responsible_user_id: responsible.id };
  const id = await storeDeal(db, { ...place, contact_id: contactId });
  return { id, seq };
}
