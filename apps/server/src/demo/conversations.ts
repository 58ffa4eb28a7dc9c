import { MINUTE_MS } from "@trilho/engine";
import { EXAMPLE_IDS } from "@trilho/contract";
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { orderedId } from "../platform/service/ordered-id.ts";
import type { Database } from "../platform/database/schema/database.ts";
import { insertDemoTemplates } from "./templates.ts";

interface Line {
  /** Before now. */
  minutesAgo: number;
  /** What the contact says, or what is said to them. */
  in?: string;
  out?: string;
  /** The member who writes; automations otherwise. */
  by?: number;
}

interface Talk {
  contact: number;
  channel: "whatsapp" | "instagram";
  lines: readonly Line[];
  isClosed?: boolean;
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** What was said with some contacts, by their place in the demo's tables. */
const TALKS: readonly Talk[] = [
  {
    contact: 0,
    channel: "whatsapp",
    lines: [
      { minutesAgo: 2 * DAY, out: "Olá, Ana! Aqui é da Aurora Solar. Pode me mandar uma foto da sua conta de luz?" },
      { minutesAgo: 2 * DAY - 34, in: "Oi! Gasto uns R$ 480 por mês" },
      { minutesAgo: 2 * DAY - 41, out: "Ótimo, com isso já consigo simular. O telhado é de cerâmica?", by: 2 },
      { minutesAgo: 25, in: "É sim. Vocês fazem visita no sábado?" },
    ],
  },
  {
    contact: 3,
    channel: "whatsapp",
    lines: [
      { minutesAgo: 5 * HOUR, in: "Bom dia, recebi a proposta. Dá para parcelar?" },
      { minutesAgo: 5 * HOUR - 12, out: "Bom dia, Daniel! Sim, em até 72 vezes. Mando as opções hoje à tarde.", by: 3 },
    ],
  },
  {
    contact: 19,
    channel: "whatsapp",
    isClosed: true,
    lines: [
      { minutesAgo: 6 * DAY, in: "A usina da padaria já está gerando?" },
      {
        minutesAgo: 6 * DAY - 8,
        out: "Já, Tiago! Desde terça. Acompanhe pelo aplicativo que enviamos por e-mail.",
        by: 5,
      },
      { minutesAgo: 6 * DAY - 15, in: "Perfeito, obrigado!" },
    ],
  },
  {
    contact: 8,
    channel: "instagram",
    lines: [{ minutesAgo: 3 * HOUR, in: "Oi! Vi o vídeo de vocês. Atendem Campinas?" }],
  },
];

/** A WhatsApp and an Instagram channel, and some talk on them. */
export async function insertDemoConversations(
  trx: Kysely<Database>,
  workspaceId: string,
  { contacts, members, now }: { contacts: readonly string[]; members: readonly string[]; now: number },
): Promise<void> {
  const channels = { whatsapp: EXAMPLE_IDS.channel, instagram: randomUUID() };
  const row = { workspace_id: workspaceId };
  await trx
    .insertInto("channels")
    .values([
      {
        ...row,
        id: channels.whatsapp,
        kind: "whatsapp",
        name: "Aurora Solar",
        phone_number_id: null,
        is_default: true,
      },
      {
        ...row,
        id: channels.instagram,
        kind: "instagram",
        name: "@aurora.solar",
        phone_number_id: null,
        is_default: false,
      },
    ])
    .execute();
  await insertDemoTemplates(trx, workspaceId);
  for (const talk of TALKS) {
    const contactId = contacts[talk.contact];
    if (contactId !== undefined) await insertTalk(trx, workspaceId, talk, { contactId, members, channels, now });
  }
}

interface TalkContext {
  contactId: string;
  members: readonly string[];
  channels: Record<Talk["channel"], string>;
  now: number;
}

async function insertTalk(trx: Kysely<Database>, workspaceId: string, talk: Talk, context: TalkContext): Promise<void> {
  const { contactId, members, channels, now } = context;
  const ids = { workspace_id: workspaceId, contact_id: contactId, channel_id: channels[talk.channel] };
  const conversationId = orderedId();
  const messages = talk.lines.map((line) => {
    const sentAt = new Date(now - line.minutesAgo * MINUTE_MS);
    const isInbound = line.in !== undefined;
    const text = line.in ?? line.out ?? "";
    return {
      ...ids,
      id: orderedId(),
      conversation_id: conversationId,
      direction: isInbound ? "inbound" : "outbound",
      type: "text",
      status: isInbound ? "received" : "read",
      status_at: isInbound ? null : sentAt,
      body: text,
      preview_text: text,
      sent_by_user_id: line.by === undefined ? null : (members[line.by] ?? null),
      origin: isInbound ? null : line.by === undefined ? "automation" : "app",
      is_read: isInbound,
      sent_at: sentAt,
      created_at: sentAt,
    };
  });
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) return;
  const isUnread = last.direction === "inbound" && talk.isClosed !== true;
  const inbound = messages.filter(({ direction }) => direction === "inbound").at(-1);
  await trx
    .insertInto("conversations")
    .values({
      ...ids,
      id: conversationId,
      closed_at: talk.isClosed === true ? last.sent_at : null,
      unread_count: isUnread ? 1 : 0,
      last_message_id: last.id,
      last_message_text: last.preview_text,
      last_message_direction: last.direction,
      last_message_channel_id: ids.channel_id,
      last_message_at: last.sent_at,
      last_inbound_at: inbound?.sent_at ?? null,
      last_activity_at: last.sent_at,
      created_at: first.sent_at,
      updated_at: last.sent_at,
    })
    .execute();
  await trx
    .insertInto("messages")
    .values(messages.map((message) => (isUnread && message === last ? { ...message, is_read: false } : message)))
    .execute();
  await trx
    .insertInto("conversation_channels")
    .values({
      workspace_id: workspaceId,
      conversation_id: conversationId,
      channel_id: ids.channel_id,
      last_message_at: last.sent_at,
      last_inbound_at: inbound?.sent_at ?? null,
    })
    .execute();
  if (talk.channel === "instagram") {
    const identity = { workspace_id: workspaceId, contact_id: contactId, kind: "instagram" };
    await trx
      .insertInto("contact_identities")
      .values({ ...identity, external_id: "5260000000000001" })
      .execute();
  }
  await trx
    .updateTable("contacts")
    .set({ last_message_at: last.sent_at, last_activity_at: last.sent_at })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", contactId)
    .execute();
}
