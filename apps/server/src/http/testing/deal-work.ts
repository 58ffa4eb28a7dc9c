import { randomUUID } from "node:crypto";
import { digestKey } from "../../security/keys.ts";
import { nextSeq } from "../../store/workspace-rows.ts";
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
  const id = randomUUID();
  const seq = await nextSeq(db, api.workspace.id, "deal");
  await db
    .insertInto("deals")
    .values({
      workspace_id: api.workspace.id,
      id,
      seq,
      name: `Deal ${seq}`,
      value: 0,
      currency: "BRL",
      close_probability: 0,
      source: "manual",
      status: "open",
      pipeline_id: api.workspace.pipelineId,
      stage_id: api.workspace.stageIds[0],
      contact_id: contactId,
      responsible_user_id: responsible.id,
      custom_fields: "{}",
    })
    .execute();
  return { id, seq };
}
