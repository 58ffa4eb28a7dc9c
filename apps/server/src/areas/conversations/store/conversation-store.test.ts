import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FailureReason, failureReason } from "@trilho/engine/failures";
import { sql } from "kysely";
import type { Channel } from "../sender.ts";
import type { CardMessages } from "../../deals/card.ts";
import type { NewIncoming } from "../port.ts";
import type { Actor } from "../../activities/history.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { addWorkspace } from "../../../app/testing/workspace.ts";
import { openTestStore, STORE_KINDS, type TestStore } from "../../../testing/open-test-store.ts";
import { CONVERSATION } from "../../deals/store/conversation-summaries.ts";

const NOON = "2026-01-01T12:00:00Z";
const SYSTEM: Actor = { type: "system", userId: null, automationId: null, apiKeyId: null, chain: null };

describe.each(STORE_KINDS)("conversations on %s", (kind) => {
  let opened: TestStore;
  let workspaceId: string;
  let viewer: Viewer;
  const channel: Channel = { id: "wa", kind: "whatsapp", name: "Sales", phoneNumberId: "1" };
  beforeAll(async () => {
    opened = await openTestStore(kind);
    workspaceId = (await addWorkspace(opened.db, opened.serverSecret)).id;
    viewer = { workspaceId, memberId: "nobody", role: "owner", visibility: "all" };
    const { id, name, phoneNumberId } = channel;
    await opened.db
      .insertInto("channels")
      .values([
        { workspace_id: workspaceId, id, kind: "whatsapp", name, phone_number_id: phoneNumberId, is_default: true },
        { workspace_id: workspaceId, id: "ig", kind: "instagram", name: "@a", phone_number_id: "2", is_default: false },
      ])
      .execute();
  });
  afterAll(() => opened.close());

  const conversations = () => opened.store.conversations;
  const contactOf = (phone: string) =>
    conversations().contacts.byIdentity(workspaceId, "whatsapp", phone, { phone: `+${phone}` });
  const saidWith = async ({ id }: { id: string }, workspace = workspaceId) => {
    const deals = sql`(select ${workspace}::text as workspace_id, ${id}::text as contact_id) as deals`;
    return (await sql<{ said: CardMessages | null }>`select ${CONVERSATION} as said from ${deals}`.execute(opened.db))
      .rows[0]?.said;
  };
  const incoming = async (phone: string, change: Partial<NewIncoming> = {}) => {
    const contact = await contactOf(phone);
    return conversations().addIncoming(workspaceId, {
      type: "text",
      body: "Hi",
      previewText: "Hi",
      content: null,
      media: null,
      contact,
      channel,
      externalId: randomUUID(),
      sentAt: "2026-01-01T12:00:00.500Z",
      senderPhone: contact.phone,
      recipientPhone: null,
      quotedExternalId: null,
      isEcho: false,
      isTest: false,
      reply: null,
      asset: null,
      ...change,
    });
  };
  const outgoing = async (phone: string) => {
    const contact = await contactOf(phone);
    const conversationId = await conversations().open(workspaceId, contact.id, channel.id);
    const message = await conversations().addOutgoing(
      workspaceId,
      {
        type: "text",
        body: "Hello",
        previewText: "Hello",
        content: null,
        media: null,
        conversationId,
        contactId: contact.id,
        channelId: channel.id,
        idempotencyKey: null,
        assetId: null,
        senderPhone: null,
        recipientPhone: contact.phone,
        quotedMessageId: null,
        origin: "api",
        originLabel: null,
        isTest: false,
        sentByUserId: null,
      },
      null,
    );
    if (message === null) throw new Error("A message without a key was taken for another one");
    return message;
  };

  test("tell what was last said with a contact", async () => {
    const [ana, bia] = [await contactOf("5511900000001"), await contactOf("5511900000002")];
    const silent = await contactOf("5511900000003");
    await incoming("5511900000001", { previewText: "Older" });
    await incoming("5511900000001", {
      channel: { ...channel, id: "ig", kind: "instagram" },
      previewText: "Newer",
      sentAt: "2026-01-01T13:00:00Z",
    });
    await outgoing("5511900000002");
    expect(await saidWith(silent)).toBeNull();
    expect(await conversations().idOfContact(workspaceId, silent.id)).toBeNull();
    expect(await conversations().idOfContact(workspaceId, ana.id)).toEqual(expect.any(String));
    expect(await saidWith(ana, "another")).toBeNull();
    const said = await saidWith(ana);
    expect(Date.parse(said?.lastMessageAt ?? "")).toBe(Date.parse("2026-01-01T13:00:00Z"));
    expect(said).toMatchObject({
      lastMessageText: "Newer",
      replyPending: true,
      activeChannels: [
        { id: "ig", kind: "instagram", name: "@a" },
        { id: "wa", kind: "whatsapp", name: "Sales" },
      ],
    });
    expect(await saidWith(bia)).toMatchObject({ lastMessageText: "Hello", replyPending: false });
  });

  test("keep the newest message in front when an older one arrives late", async () => {
    await incoming("5511900000004", { previewText: "New", sentAt: "2026-01-01T13:00:00.500Z" });
    await incoming("5511900000004", { previewText: "Late", sentAt: "2026-01-01T12:00:00.500Z" });
    const key = { id: "", phone: "+5511900000004", instagramId: null };
    expect(await conversations().find(viewer, key)).toMatchObject({
      lastMessageText: "New",
      lastInboundAt: "2026-01-01T13:00:00.500Z",
      unreadCount: 2,
    });
  });

  test("have messages of the same second in the order in which they arrived", async () => {
    const at = "2026-01-01T12:00:00.000Z";
    for (const body of ["1", "2", "3"]) await incoming("5511900000005", { body, sentAt: at });
    const found = await conversations().find(viewer, { id: "", phone: "+5511900000005", instagramId: null });
    const page = { direction: "forward" as const, limit: 9, after: null };
    const messages = await conversations().messages(workspaceId, found?.id ?? "", page);
    expect(messages.map(({ body }) => body)).toEqual(["1", "2", "3"]);
  });

  test.each<[latest: string, told: string, kept: string]>([
    ["12:00:00.000", "12:00:00.000", "12:00:00.001"],
    ["12:00:00.500", "12:00:00.000", "12:00:00.501"],
    ["12:00:00.998", "12:00:00.000", "12:00:00.999"],
    ["12:00:00.999", "12:00:00.000", "12:00:00.000"],
    ["12:00:01.000", "12:00:00.000", "12:00:00.000"],
    ["11:59:59.000", "12:00:00.000", "12:00:00.000"],
    ["12:00:00.500", "12:00:00.100", "12:00:00.100"],
  ])("have after a message of %s one that a provider says is of %s at %s", async (latest, told, kept) => {
    const phone = `55119${Math.floor(1e7 + Math.random() * 8e7)}`;
    await incoming(phone, { sentAt: `2026-01-01T${latest}Z` });
    const added = await incoming(phone, { sentAt: `2026-01-01T${told}Z` });
    const message = await conversations().message(workspaceId, added?.messageId ?? "");
    expect(message?.sentAt).toBe(`2026-01-01T${kept}Z`);
  });

  test("are not answered by what was written in the provider's own app", async () => {
    const phone = "5511900000009";
    const added = await incoming(phone, { isEcho: true, previewText: "From the app" });
    const key = { id: "", phone: `+${phone}`, instagramId: null };
    const said = { lastMessageText: "From the app", lastMessageDirection: "outbound", unreadCount: 0 };
    expect(await conversations().find(viewer, key)).toMatchObject({ ...said, lastInboundAt: null });
    const message = await conversations().message(workspaceId, added?.messageId ?? "");
    expect(message).toMatchObject({ direction: "outbound", status: "sent", origin: "app" });
  });

  test("are marked as heard by who writes to them last, and by the channel that they came in by", async () => {
    const phone = "5511900000010";
    const key = { id: "", phone: `+${phone}`, instagramId: null };
    await outgoing(phone);
    expect(await conversations().find(viewer, key)).toMatchObject({ lastInboundAt: null, channel: { id: "wa" } });
    await incoming(phone, { channel: { ...channel, id: "ig", kind: "instagram" } });
    const answered = { lastInboundAt: "2026-01-01T12:00:00.500Z", channel: { id: "ig" } };
    expect(await conversations().find(viewer, key)).toMatchObject(answered);
    await outgoing(phone);
    const last = { lastMessageChannel: { id: "wa", kind: "whatsapp" } };
    expect(await conversations().find(viewer, key)).toMatchObject({ ...answered, ...last });
  });

  test("take in what a provider told of a message before it answered", async () => {
    const message = await outgoing("5511900000006");
    const update = { externalId: "wamid.1", messageId: null, failure: null, at: "2026-01-01T12:00:00Z" };
    await conversations().applyStatus(workspaceId, { ...update, status: "read" });
    await conversations().applyStatus(workspaceId, { ...update, status: "delivered" });
    const result = { ok: true, provider: "meta", externalId: "wamid.1" } as const;
    expect(await conversations().recordSent(workspaceId, message.id, SYSTEM, result)).toMatchObject({ status: "read" });
    const other = (await addWorkspace(opened.db, opened.serverSecret)).id;
    await conversations().applyStatus(other, { ...update, status: "failed" });
    expect(await conversations().message(workspaceId, message.id)).toMatchObject({ status: "read" });
  });

  test.each<[string, FailureReason[] | null, FailureReason[]]>([
    ["why", [failureReason("contact-gone")], [failureReason("contact-gone")]],
    ["nothing", null, [failureReason("message-undelivered")]],
  ])("tell once of a message with a key that it did not arrive, where a provider says %s", async (_, failure, told) => {
    const { id } = await outgoing("5511900000012");
    const [key, externalId] = [randomUUID(), randomUUID()];
    const known = { idempotency_key: key, external_id: externalId, status: "sent" };
    await opened.db.updateTable("messages").set(known).where("id", "=", id).execute();
    const tell = (status: "delivered" | "failed", of: string = externalId) =>
      conversations().applyStatus(workspaceId, { externalId: of, messageId: null, status, failure, at: NOON });
    expect(await tell("failed", "unknown")).toBeNull();
    expect(await tell("failed")).toEqual({ key, failure: told });
    expect(await tell("failed")).toBeNull();
    expect(await tell("delivered")).toBeNull();
    expect(await tell("failed")).toBeNull();
  });

  test("call a message failed that nobody is sending any more, until its provider knows better", async () => {
    const { id } = await outgoing("5511900000008");
    await conversations().failAbandoned(60_000);
    expect(await conversations().message(workspaceId, id)).toMatchObject({ status: "queued" });
    await conversations().failAbandoned(0);
    expect(await conversations().message(workspaceId, id)).toMatchObject({
      status: "failed",
      errorMessage: expect.stringContaining("interrupted"),
      failure: [{ code: "sending-lost", params: {} }],
    });
    const told = { externalId: "wamid.2", messageId: id, failure: null, at: "2026-01-01T12:00:00Z" };
    await conversations().applyStatus(workspaceId, { ...told, status: "sent" });
    expect(await conversations().message(workspaceId, id)).toMatchObject({
      status: "sent",
      errorMessage: null,
      failure: null,
    });
  });

  test("are undone with the transaction that they stand in", async () => {
    const contact = await contactOf("5511900000007");
    const undone = opened.store.transaction(async (store) => {
      await store.conversations.open(workspaceId, contact.id, channel.id);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    expect(await conversations().find(viewer, { id: "", phone: "+5511900000007", instagramId: null })).toBeNull();
  });

  test("hand each due copy of media to one worker at a time, again when its lease is over", async () => {
    const source = { channelId: channel.id, providerMediaId: "7", url: null };
    const asset = { mediaType: "image", contentType: "image/png", filename: null, createdBy: null, source };
    const { id } = await conversations().assets.add(workspaceId, asset);
    const claim = (leaseMs: number) => conversations().assets.claimCopies(5, leaseMs);
    expect(await claim(0)).toMatchObject([{ id, attempts: 1, channel: { id: "wa" }, providerMediaId: "7" }]);
    expect(await claim(60_000)).toMatchObject([{ id, attempts: 2 }]);
    expect(await claim(60_000)).toEqual([]);
    const { key } = await opened.store.files.put(workspaceId, {
      name: "a",
      mimeType: "image/png",
      content: Buffer.from("x"),
      createdBy: null,
    });
    const done = { ok: true as const, fileKey: key, sizeBytes: 1, contentType: "image/png" };
    await conversations().assets.finishCopy(workspaceId, id, done);
    await conversations().assets.finishCopy(workspaceId, id, { ok: false, failure: [], retryAt: null });
    expect(await conversations().assets.find(viewer, id)).toMatchObject({ status: "READY", fileKey: key });
  });

  test("show stored media to who brought it, and to who sees its contact", async () => {
    const members = ["ana", "bia", "caio"].map((id) => ({ id, name: id, email: `${id}@example.com` }));
    const rest = { workspace_id: workspaceId, role: "member", permissions: "{}", visibility: "own", active: true };
    await opened.db
      .insertInto("members")
      .values(members.map((member) => ({ ...rest, ...member, image: null })))
      .execute();
    const source = { channelId: channel.id, providerMediaId: "8", url: null };
    const asset = { mediaType: "image", contentType: "image/png", filename: "a.png", createdBy: "ana", source };
    const { id: file } = await conversations().assets.add(workspaceId, asset);
    const own = { ...viewer, role: "member", visibility: "own" } as const;
    const isFound = async (memberId: string) =>
      (await conversations().assets.find({ ...own, memberId }, file))?.id === file;
    expect([await isFound("ana"), await isFound("bia")]).toEqual([true, false]);
    const added = await incoming("5511900000011");
    const ofMessage = opened.db.updateTable("messages").where("id", "=", added?.messageId ?? "");
    await ofMessage.set({ media_asset_id: file }).execute();
    const ofContact = opened.db.updateTable("contacts").where("phone", "=", "+5511900000011");
    await ofContact.set({ created_by: "bia" }).execute();
    expect([await isFound("bia"), await isFound("caio")]).toEqual([true, false]);
  });

  test("keep one entry of the outbox a key", async () => {
    const entry = { kind: "whatsapp", channelId: "wa", contactId: null, recipient: "+55", content: { a: 1 } };
    const first = await opened.store.outbox.add(workspaceId, "key", entry);
    expect(await opened.store.outbox.add(workspaceId, "key", { ...entry, recipient: "+1" })).toEqual(first);
    expect(await opened.store.outbox.list(viewer, 10, null)).toMatchObject([{ id: first.id, recipient: "+55" }]);
    expect(await opened.store.outbox.list({ ...viewer, visibility: "own" }, 10, null)).toEqual([]);
  });
});
