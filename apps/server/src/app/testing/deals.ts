import { randomUUID } from "node:crypto";
import type { Role } from "../../platform/security/principal.ts";
import { dealColumns } from "../../areas/deals/store/deal-rows.ts";
import { plainDeal } from "../../areas/deals/testing/plain-deal.ts";
import { insertContact } from "../../areas/contacts/contact-rows.ts";
import { nextSeq } from "../../platform/database/workspace-rows.ts";
import type { TestApi } from "./api.ts";
import type { Answer, CallInit } from "./test-app.ts";

/** A member of a test's workspace, who calls with a key of their own. */
export interface TestMember {
  id: string;
  key: string;
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
}

/** An ordinary member called Ana, who sees every deal, by default. */
export async function addMember(
  api: TestApi,
  {
    name = "Ana",
    visibility = "all",
    role = "member",
  }: { name?: string; visibility?: "all" | "own"; role?: Role } = {},
): Promise<TestMember> {
  const { db } = api.app.opened;
  const key = await api.workspace.addKey({ role });
  const { member_id: id } = await db
    .selectFrom("api_keys")
    .select("member_id")
    .where("workspace_id", "=", api.workspace.id)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  await db.updateTable("members").set({ name, visibility }).where("id", "=", id).execute();
  return { id, key, call: (method, path, init = {}) => api.call(method, path, { key, ...init }) };
}

/** A contact whom nobody made, without a history; its id. */
export async function addContact(api: TestApi): Promise<string> {
  const { db } = api.app.opened;
  const { contact } = await db
    .transaction()
    .execute((trx) => insertContact(trx, api.workspace.id, { firstName: "Davi", createdBy: null }));
  return contact.id;
}

/** An open deal of a member, without a history. */
export async function addDeal(
  api: TestApi,
  responsible: Pick<TestMember, "id">,
  contactId: string | null = null,
): Promise<{ id: string; seq: number }> {
  const { db } = api.app.opened;
  const { id: workspaceId, pipelineId, stageIds } = api.workspace;
  return db.transaction().execute(async (trx) => {
    const seq = await nextSeq(trx, workspaceId, "deal");
    const place = { pipelineId, stageId: stageIds[0], contactId };
    const values = plainDeal({ name: `Deal ${seq}`, ...place, responsibleUserId: responsible.id });
    const id = randomUUID();
    await trx
      .insertInto("deals")
      .values({ ...dealColumns(values), workspace_id: workspaceId, id, seq, source: "manual" })
      .execute();
    return { id, seq };
  });
}
