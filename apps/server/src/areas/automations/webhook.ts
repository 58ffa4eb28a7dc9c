import { isObject } from "@trilho/engine";
import type { JsonObject, JsonValue } from "@trilho/engine";
import { signatureHeaders } from "../../platform/security/webhook-signature.ts";

/** A request as it goes over the wire: `headers` sign exactly these bytes of `body`. */
export interface WebhookRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookDelivery {
  /** The action's config, its texts rendered; `body` is beside it. */
  config: JsonObject;
  body: string;
  secret: string;
  /** Same for every attempt at one delivery. */
  messageId: string;
  /** Unix ms of this attempt. */
  at: number;
  /** Marks the request, whatever body the action gave it. */
  isTest?: boolean;
  /** Tells this service, where the request comes back to it, which runs led to it. */
  chainMark?: string | undefined;
}

export const CHAIN_HEADER = "X-Service-Chain";

const WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD"]);
// A header is one line.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]+/g;
/** Set by the connection itself. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set(["host", "content-length", "connection", "transfer-encoding"]);
const TEST_MARK: Record<string, string> = { "X-Service-Test": "true" };
const DEFAULT_HEADERS = { "Content-Type": "application/json", "User-Agent": "Trilho-Webhooks/1" };

const methodOf = ({ method }: JsonObject): string => (typeof method === "string" ? method.toUpperCase() : "POST");

/** What a webhook sends: `event` where its config has no body of its own, and nothing where its method has none. */
export const webhookBody = (config: JsonObject, event: JsonObject): string =>
  WITHOUT_BODY.has(methodOf(config)) ? "" : textOf(config["body"] ?? event);

/** Builds and signs a delivery. The action's own headers may replace the defaults, never the signature's. */
export function webhookRequest(delivery: WebhookDelivery): WebhookRequest {
  const { config, body, secret, messageId, at, isTest, chainMark } = delivery;
  const signature = signatureHeaders(secret, { id: messageId, timestamp: Math.floor(at / 1000), body });
  return {
    url: typeof config["url"] === "string" ? config["url"] : "",
    method: methodOf(config),
    headers: mergeHeaders(DEFAULT_HEADERS, ownHeaders(config["headers"]), signature, {
      ...(isTest && TEST_MARK),
      ...(chainMark !== undefined && { [CHAIN_HEADER]: chainMark }),
    }),
    body,
  };
}

const textOf = (body: JsonValue): string => (typeof body === "string" ? body : JSON.stringify(body));

/** The config's headers as texts of one line each; those that the connection sets itself are its own. */
function ownHeaders(headers: JsonValue | undefined): Record<string, string> {
  if (!isObject(headers)) return {};
  const own = Object.entries(headers).flatMap(([name, value]) =>
    value === null || typeof value === "object" || CONNECTION_HEADERS.has(name.toLowerCase())
      ? []
      : [[name, String(value).replaceAll(CONTROL, " ").trim()] as const],
  );
  return Object.fromEntries(own);
}

/** Later sets win, whatever the case of the names. */
function mergeHeaders(...sets: Record<string, string>[]): Record<string, string> {
  const merged = new Map<string, [string, string]>();
  for (const [name, value] of sets.flatMap((set) => Object.entries(set))) merged.set(name.toLowerCase(), [name, value]);
  return Object.fromEntries(merged.values());
}
