import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { MetaSettings } from "./settings.ts";
import { isSignedByMeta, readDelivery } from "./webhook.ts";
import type { Inbound, Inbox } from "../../areas/conversations/inbound.ts";
import { failureOf, Refusal } from "../../platform/http/answers/errors.ts";
import { refuseOtherMethods } from "../../platform/http/refuse-early.ts";

export interface MetaHookParts {
  settings: Pick<MetaSettings, "appSecret" | "verifyToken">;
  inbox: Inbox;
  /** There is media to copy. */
  onMedia: () => void;
  now: () => number;
}

/** Meta bundles at most a thousand changes into one delivery, of 3 MB in all. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * `/hooks/meta`, which Meta delivers to. A delivery is answered with 200 once it is stored, whatever else it held: Meta
 * delivers again what was answered otherwise. So only a database that is not there is a 503. Nothing here without a secret.
 */
export async function serveMetaHook(app: FastifyInstance, parts: MetaHookParts): Promise<void> {
  const { appSecret, verifyToken } = parts.settings;
  if (appSecret === null) return;
  // The signature is over the exact bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: MAX_BODY_BYTES },
    async (_: unknown, body: Buffer) => body,
  );

  refuseOtherMethods(app, "/hooks/meta", new Set(["GET", "POST"]));
  app.get("/hooks/meta", async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const isAsked = query["hub.mode"] === "subscribe" && typeof query["hub.challenge"] === "string";
    if (!isAsked || verifyToken === null || !isSame(query["hub.verify_token"], verifyToken)) throw forbidden();
    return reply.type("text/plain; charset=utf-8").send(query["hub.challenge"]);
  });

  app.post("/hooks/meta", { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!isSignedByMeta(body, request.headers["x-hub-signature-256"], appSecret)) throw forbidden();
    const { inbound, unknown } = readDelivery(parse(body), parts.now());
    if (unknown > 0) request.log.warn({ unknown }, "delivery by Meta not understood");
    let isUnknownSender = false;
    for (const item of inbound) {
      const channels = await receive(parts, item, (error) => request.log.error({ err: error }, "delivery by Meta"));
      isUnknownSender ||= channels === 0;
    }
    if (isUnknownSender) request.log.warn("delivery by Meta for a sender that no workspace has");
    return reply.code(200).send({ received: true });
  });
}

/** One item that cannot be stored does not keep the others out. Answers for how many channels it was. */
async function receive({ inbox, onMedia }: MetaHookParts, item: Inbound, onError: (error: unknown) => void) {
  try {
    const { channels, hasMedia } = await inbox.receive(item);
    if (hasMedia) onMedia();
    return channels;
  } catch (error) {
    if (failureOf(error).code === "SERVICE_UNAVAILABLE") throw error;
    onError(error);
    return 1;
  }
}

const forbidden = (): Refusal => new Refusal({ code: "FORBIDDEN", message: "The request is not signed by Meta." });

/** Compared by digest, so that timing reveals neither content nor length. */
function isSame(given: unknown, expected: string): boolean {
  return typeof given === "string" && timingSafeEqual(digest(given), digest(expected));
}

/** NUL and halves of characters cannot be stored; they are left out, since the rest is still a message. */
function parse(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body), (key, value: unknown) => {
      if (key === "__proto__") return undefined;
      return typeof value === "string" ? value.replaceAll(/[\0\p{Surrogate}]/gu, "") : value;
    });
  } catch {
    // Signed, but no JSON: nothing to understand in it.
    return null;
  }
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
