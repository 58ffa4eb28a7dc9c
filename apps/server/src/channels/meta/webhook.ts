import { isObject } from "@trilho/engine";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Inbound } from "../../areas/conversations/inbound.ts";
import { readInstagramComment, readInstagramMessaging } from "./instagram-webhook.ts";
import { idIn, listIn, objectIn, textIn } from "./reading.ts";
import { readWhatsapp } from "./whatsapp-webhook.ts";

/** Whether `X-Hub-Signature-256` is the HMAC-SHA-256 of the raw body under the app's secret. Takes the same time always. */
export function isSignedByMeta(body: Uint8Array, header: unknown, appSecret: string): boolean {
  const given = /^sha256=([0-9a-f]{64})$/i.exec(typeof header === "string" ? header : "")?.[1];
  const expected = createHmac("sha256", appSecret).update(body).digest();
  return given !== undefined && timingSafeEqual(Buffer.from(given, "hex"), expected);
}

/** What a delivery holds, and how much of it is not understood. */
export interface Delivery {
  inbound: Inbound[];
  unknown: number;
}

export function readDelivery(payload: unknown, now: number): Delivery {
  const object = textIn(payload, "object") ?? "";
  const entries = listIn(payload, "entry");
  const read = Object.hasOwn(READERS, object) ? READERS[object] : undefined;
  if (read === undefined || entries.length === 0) return { inbound: [], unknown: 1 };
  const items = entries.flatMap((entry) => read(entry, now));
  const inbound = items.filter((item) => item !== null && item !== "own");
  return { inbound, unknown: items.filter((item) => item === null).length };
}

type Items = (Inbound | "own" | null)[];

const READERS: Readonly<Record<string, (entry: unknown, now: number) => Items>> = {
  whatsapp_business_account: (entry, now) =>
    listIn(entry, "changes").flatMap((change) => {
      const value = objectIn(change, "value");
      return textIn(change, "field") === "messages" && value !== null ? readWhatsapp(value, now) : [null];
    }),
  instagram: (entry, now) => {
    const account = idIn(entry, "id");
    if (account === null || !isObject(entry)) return [null];
    // Depending on the kind of login, a comment stands in a list of changes or directly in the entry.
    const changes = "field" in entry ? [entry] : listIn(entry, "changes");
    return [
      ...listIn(entry, "messaging").map((item) => readInstagramMessaging(item, account, now)),
      ...changes.map((change) => readChange(change, account)),
    ];
  },
};

function readChange(change: unknown, account: string): Inbound | "own" | null {
  const value = objectIn(change, "value");
  const isComment = ["comments", "live_comments"].includes(textIn(change, "field") ?? "");
  return isComment && value !== null ? readInstagramComment(value, account) : null;
}
