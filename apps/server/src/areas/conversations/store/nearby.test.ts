import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createContactStore } from "../../contacts/contact-store.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { addWorkspace } from "../../../app/testing/workspace.ts";
import { counted } from "../../../testing/counted.ts";
import { openTestStore, type TestStore } from "../../../testing/open-test-store.ts";
import type { ConversationFilter } from "../port.ts";
import { createConversationStore } from "./conversation-store.ts";

let opened: TestStore;
let viewer: Viewer;
beforeAll(async () => {
  opened = await openTestStore();
  const { id: workspaceId } = await addWorkspace(opened.db, opened.serverSecret);
  viewer = { workspaceId, memberId: "ana", role: "member", visibility: "all" };
  const { db, store } = opened;
  const place = { workspace_id: workspaceId };
  const member = { id: "ana", name: "Ana", email: "ana@example.com", role: "member", image: null };
  await db
    .insertInto("members")
    .values({ ...place, ...member, permissions: "{}", visibility: "own", active: true })
    .execute();
  await db
    .insertInto("channels")
    .values({ ...place, id: "wa", kind: "whatsapp", name: "Sales", phone_number_id: "1", is_default: true })
    .execute();
  for (const firstName of ["One", "Two", "Three"]) {
    const { contact } = await store.contacts.insert(workspaceId, { firstName, createdBy: "ana" });
    const conversation = await store.conversations.open(workspaceId, contact.id, "wa");
    if (firstName === "Three") await store.conversations.setClosed(workspaceId, conversation, true);
  }
});
afterAll(() => opened.close());

const NOTHING: ConversationFilter = { filter: "all", search: "", channelIds: [], sort: "desc" };
type List = (db: TestStore["db"], by: Viewer, limit: number) => Promise<unknown[]>;
const contacts: List = (db, by, limit) => createContactStore(db).list(by, {}, "UTC", limit, null);
const conversations =
  (filter: Partial<ConversationFilter>): List =>
  (db, by, limit) =>
    createConversationStore(db).list(by, { ...NOTHING, ...filter }, limit, null);

describe("a page", () => {
  it.each<[string, List, visibility: Viewer["visibility"], limit: number, rows: number, statements: number]>([
    ["contacts, read at once", contacts, "all", 9, 3, 1],
    ["own contacts, full of the newest", contacts, "own", 2, 2, 1],
    ["own contacts, of which there may be more behind the newest", contacts, "own", 9, 3, 2],
    ["conversations, read at once", conversations({}), "all", 9, 2, 1],
    ["own conversations, full of the newest", conversations({}), "own", 2, 2, 1],
    ["own conversations, full of the oldest", conversations({ sort: "asc" }), "own", 1, 1, 1],
    ["own conversations that are closed, full of the newest", conversations({ filter: "closed" }), "own", 1, 1, 1],
    ["own conversations, of which there may be more behind the newest", conversations({}), "own", 9, 2, 2],
  ])("of %s", async (_, list, visibility, limit, rows, statements) => {
    const { db, answered } = counted(opened.db);
    expect(await list(db, { ...viewer, visibility }, limit)).toHaveLength(rows);
    expect(answered()).toBe(statements);
  });
});
