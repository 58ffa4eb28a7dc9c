import { createHmac, randomBytes } from "node:crypto";

/** What is signed: a message id, the instant of the attempt in Unix seconds, and the exact body. */
export interface SignedMessage {
  id: string;
  timestamp: number;
  body: string;
}

const PREFIX = "whsec_";

/** A new signing secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const generateSigningSecret = (): string => PREFIX + randomBytes(32).toString("base64");

/**
 * The headers of a signed delivery. `X-Service-Signature-256` is the contract's: the hex HMAC-SHA-256 of the body
 * under the secret's text. The others follow Standard Webhooks, which also signs id and time, against replays.
 */
export function signatureHeaders(secret: string, { id, timestamp, body }: SignedMessage): Record<string, string> {
  const standard = createHmac("sha256", standardKey(secret)).update(`${id}.${timestamp}.${body}`, "utf8");
  return {
    "X-Service-Signature-256": `sha256=${createHmac("sha256", secret).update(body, "utf8").digest("hex")}`,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${standard.digest("base64")}`,
  };
}

/** Standard Webhooks: the bytes after the prefix. A secret that somebody brought along is taken as it is. */
const standardKey = (secret: string): Buffer =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), "base64") : Buffer.from(secret, "utf8");
