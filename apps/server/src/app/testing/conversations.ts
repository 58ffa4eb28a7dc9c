import { createHmac, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { META_DEFAULTS } from "../../channels/meta/settings.ts";
import {
  INSTAGRAM_ID,
  type MetaServer,
  PHONE_NUMBER_ID,
  startMetaServer,
  TOKEN,
} from "../../channels/testing/meta-server.ts";
import { digestKey } from "../../platform/security/keys.ts";
import { storeDeal } from "../../testing/stored.ts";
import { expectSuccess } from "./api.ts";
import { startTestApp, type Answer, type CallInit, type TestApp } from "./test-app.ts";
import type { TestWorkspace } from "./workspace.ts";

interface OnWorkspace {
  app: TestApp;
  workspace: TestWorkspace;
}

/** A channel of a workspace; WhatsApp and the default by default. Answers its id. */
export async function addChannel(
  { app, workspace }: OnWorkspace,
  change: {
    kind?: string;
    name?: string;
    phoneNumberId?: string | null;
    accountId?: string | null;
    isDefault?: boolean;
  } = {},
): Promise<string> {
  const { kind = "whatsapp", name = "Sales", phoneNumberId = randomUUID(), isDefault = kind === "whatsapp" } = change;
  const { accountId = null } = change;
  const id = `ch-${randomUUID()}`;
  await app.opened.db
    .insertInto("channels")
    .values({
      workspace_id: workspace.id,
      id,
      kind,
      name,
      phone_number_id: phoneNumberId,
      business_account_id: accountId,
      is_default: isDefault,
    })
    .execute();
  return id;
}

/** A key of a member of its own. A live one by default; `visibility` is the member's. */
export async function addKey(
  { app, workspace }: OnWorkspace,
  { mode = "live", visibility = "all" }: { mode?: "live" | "test"; visibility?: "all" | "own" } = {},
): Promise<{ key: string; memberId: string }> {
  const { db, serverSecret } = app.opened;
  const [key, memberId] = [`trk_${mode}_${randomUUID()}`, randomUUID()];
  await db
    .insertInto("members")
    .values({
      workspace_id: workspace.id,
      id: memberId,
      email: `${memberId}@example.com`,
      name: "Rui",
      role: "member",
      permissions: JSON.stringify({ allow: [], deny: [] }),
      visibility,
      active: true,
      image: null,
    })
    .execute();
  await db
    .insertInto("api_keys")
    .values({
      workspace_id: workspace.id,
      id: randomUUID(),
      member_id: memberId,
      name: "Key",
      digest: digestKey(serverSecret, key),
      revoked: false,
    })
    .execute();
  return { key, memberId };
}

export const APP_SECRET = "the app's secret";
export const VERIFY_TOKEN = "verify me";

/** A server joined to a local Meta, with one workspace that has both channels. */
export interface MetaApi extends OnWorkspace {
  meta: MetaServer;
  key: string;
  memberId: string;
  whatsappId: string;
  instagramId: string;
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
  /** Delivers as Meta does. */
  deliver(payload: unknown): Promise<Answer>;
  close(): Promise<void>;
}

export async function startMetaApi(): Promise<MetaApi> {
  const meta = await startMetaServer();
  const settings = { ...META_DEFAULTS, baseUrl: meta.url, token: TOKEN, timeoutMs: 2000 };
  const app = await startTestApp({ meta: { ...settings, appSecret: APP_SECRET, verifyToken: VERIFY_TOKEN } });
  const workspace = await app.workspace();
  const on = { app, workspace };
  const whatsappId = await addChannel(on, { phoneNumberId: PHONE_NUMBER_ID });
  const instagramId = await addChannel(on, { kind: "instagram", name: "@acme", phoneNumberId: INSTAGRAM_ID });
  const { key, memberId } = await addKey(on);
  return {
    ...on,
    meta,
    key,
    memberId,
    whatsappId,
    instagramId,
    call: (method, path, init = {}) => app.call(method, `/api/v1${path}`, { key, ...init }),
    deliver: (payload) => deliver(app, JSON.stringify(payload)),
    async close() {
      await app.close();
      await meta.close();
    },
  };
}

/** Posts a body to the hook, signed under the app's secret by default. */
export const deliver = (app: TestApp, raw: string, signature = sign(raw)): Promise<Answer> =>
  app.call("POST", "/hooks/meta", { raw, headers: { "x-hub-signature-256": signature } });

export const sign = (raw: string, secret = APP_SECRET): string =>
  `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`;

/** What Meta delivers of WhatsApp. */
export const whatsappDelivery = (value: object) => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: "102290129340398",
      changes: [
        {
          field: "messages",
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: "15550783881", phone_number_id: PHONE_NUMBER_ID },
            ...value,
          },
        },
      ],
    },
  ],
});

/** One message of WhatsApp, of somebody called Ana by default. */
export const incoming = (from: string, message: object, name = "Ana") =>
  whatsappDelivery({
    contacts: [{ profile: { name }, wa_id: from }],
    messages: [{ from, id: `wamid.in.${randomUUID()}`, timestamp: nowInSeconds(), ...message }],
  });

export const statusDelivery = (id: string, status: string, more: object = {}) =>
  whatsappDelivery({ statuses: [{ id, status, timestamp: nowInSeconds(), recipient_id: "5511987654321", ...more }] });

/** What Meta delivers of Instagram direct messages. */
export const instagramDelivery = (from: string, part: object) => ({
  object: "instagram",
  entry: [
    {
      id: INSTAGRAM_ID,
      time: Date.now(),
      messaging: [{ sender: { id: from }, recipient: { id: INSTAGRAM_ID }, timestamp: Date.now(), ...part }],
    },
  ],
});

export const nowInSeconds = (): string => String(Math.floor(Date.now() / 1000));

/** An open deal of a contact. */
export function addDeal(on: OnWorkspace, contactId: string, responsible: string, change: object = {}): Promise<string> {
  const { id: workspace_id, pipelineId: pipeline_id, stageIds } = on.workspace;
  const seq = Math.floor(Math.random() * 1e9);
  const place = { workspace_id, seq, pipeline_id, stage_id: stageIds[0], responsible_user_id: responsible };
  return storeDeal(on.app.opened.db, { ...place, name: "Deal", contact_id: contactId, ...change });
}

const path = (key: string): string => `/conversations/${encodeURIComponent(key)}`;

/** Reads what a delivery left. */
export function createReader(api: MetaApi) {
  const { db } = api.app.opened;
  return {
    path,
    conversation: async (key: string): Promise<Answer["body"]> =>
      expectSuccess("getConversation", await api.call("GET", path(key))),
    history: async (key: string): Promise<Answer["body"][]> =>
      expectSuccess("listConversationMessages", await api.call("GET", `${path(key)}/messages`)).items,
    /** Delivers, and sees that it was taken. */
    received: async (payload: unknown): Promise<void> => {
      const answer = await api.deliver(payload);
      expect([answer.status, answer.body]).toEqual([200, { received: true }]);
    },
    events: (type: string) =>
      db
        .selectFrom("events")
        .selectAll()
        .where("workspace_id", "=", api.workspace.id)
        .where("type", "=", type)
        .orderBy("created_at")
        .execute(),
    contactOf: (phone: string) =>
      db
        .selectFrom("contacts")
        .selectAll()
        .where("workspace_id", "=", api.workspace.id)
        .where("phone", "=", phone)
        .executeTakeFirstOrThrow(),
  };
}

let comments = 17_900_000;

/** What Meta delivers when "ana" comments on a post. */
export const instagramComment = (text: string) => ({
  object: "instagram",
  entry: [
    {
      id: INSTAGRAM_ID,
      time: Number(nowInSeconds()),
      changes: [
        {
          field: "comments",
          value: {
            id: String((comments += 1)),
            text,
            from: { id: "5267009", username: "ana" },
            media: { id: "178" },
          },
        },
      ],
    },
  ],
});
