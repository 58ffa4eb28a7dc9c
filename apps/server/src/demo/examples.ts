import { EXAMPLE_IDS, EXAMPLE_SEQS } from "@trilho/contract";
import type { Kysely } from "kysely";
import { contactColumns } from "../areas/contacts/contact-rows.ts";
import { STAGE_NAMES } from "./catalogue.ts";
import { insertDefaultPipeline } from "../areas/reference/pipelines/pipeline-rows.ts";
import type { Database } from "../platform/database/schema/database.ts";
import { nextSeq } from "../platform/database/workspace-rows.ts";

/** The smallest PNG. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const BILL = Buffer.from("January 481 R$\nFebruary 455 R$\nMarch 502 R$\n");

/** What the document's examples name and the demo's story has no need of. */
export async function insertExamples(trx: Kysely<Database>, workspaceId: string, memberId: string): Promise<void> {
  await insertArchivedPipeline(trx, workspaceId);
  await insertContactOfNoDeal(trx, workspaceId, memberId);
  await insertAttachment(trx, workspaceId, memberId);
  await insertMedia(trx, workspaceId, memberId);
}

async function insertArchivedPipeline(trx: Kysely<Database>, workspaceId: string): Promise<void> {
  const { id } = await insertDefaultPipeline(
    trx,
    workspaceId,
    { position: 2, name: "Rented roofs", description: "Given up in favour of sales" },
    { stageIds: { Leads: EXAMPLE_IDS.emptyStage }, stageNames: STAGE_NAMES },
  );
  await trx
    .updateTable("pipelines")
    .set({ is_archived: true })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .execute();
}

/** A number of the block that belongs to nobody. */
const TERESA = {
  firstName: "Teresa",
  lastName: "Falcão",
  phone: "+5511900000099",
  email: "teresa.falcao@mail.example",
};

async function insertContactOfNoDeal(trx: Kysely<Database>, workspaceId: string, memberId: string): Promise<void> {
  const avatar = { key: `${EXAMPLE_IDS.contact}-photo`, name: "teresa.png", mimeType: "image/png", content: PICTURE };
  await insertFile(trx, workspaceId, memberId, avatar);
  await trx
    .insertInto("contacts")
    .values({
      workspace_id: workspaceId,
      id: EXAMPLE_IDS.contact,
      seq: await nextSeq(trx, workspaceId, "contact"),
      ...contactColumns({ ...TERESA, companyId: null }),
      custom_fields: JSON.stringify({ city: "Campinas" }),
      avatar_key: avatar.key,
    })
    .execute();
}

/** With the first note of the first deal, which gets a tag as well. */
async function insertAttachment(trx: Kysely<Database>, workspaceId: string, memberId: string): Promise<void> {
  const deal = await trx
    .selectFrom("deals")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("seq", "=", EXAMPLE_SEQS.deal)
    .executeTakeFirstOrThrow();
  const file = { key: EXAMPLE_IDS.attachment, name: "bills.txt", mimeType: "text/plain", content: BILL };
  await insertFile(trx, workspaceId, memberId, file);
  const ofDeal = { workspace_id: workspaceId, deal_id: deal.id };
  await trx
    .insertInto("deal_attachments")
    .values({ ...ofDeal, id: EXAMPLE_IDS.attachment, note_id: EXAMPLE_IDS.note })
    .execute();
  await trx
    .insertInto("deal_tags")
    .values({ ...ofDeal, tag_id: EXAMPLE_IDS.dealTag })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function insertMedia(trx: Kysely<Database>, workspaceId: string, memberId: string): Promise<void> {
  const file = { key: `${EXAMPLE_IDS.media}-file`, name: "roof.png", mimeType: "image/png", content: PICTURE };
  await insertFile(trx, workspaceId, memberId, file);
  await trx
    .insertInto("media_assets")
    .values({
      workspace_id: workspaceId,
      id: EXAMPLE_IDS.media,
      status: "READY",
      media_type: "image",
      content_type: file.mimeType,
      filename: file.name,
      size_bytes: file.content.byteLength,
      file_key: file.key,
      channel_id: null,
      provider_media_id: null,
      provider_media_url: null,
      due_at: null,
      created_by: memberId,
    })
    .execute();
}

interface DemoFile {
  key: string;
  name: string;
  mimeType: string;
  content: Buffer;
}

async function insertFile(
  trx: Kysely<Database>,
  workspaceId: string,
  memberId: string,
  { key, name, mimeType, content }: DemoFile,
): Promise<void> {
  await trx
    .insertInto("files")
    .values({
      workspace_id: workspaceId,
      key,
      name,
      mime_type: mimeType,
      size: content.byteLength,
      content,
      created_by: memberId,
    })
    .execute();
}
