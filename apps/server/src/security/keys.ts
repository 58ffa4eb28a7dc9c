import { createHmac } from "node:crypto";

/**
 * What a key is stored and looked up as: HMAC-SHA-256 of the whole key under the server's secret, in hex.
 * A stolen table is useless without the secret, and a look-up costs microseconds.
 */
export function digestKey(serverSecret: string, key: string): string {
  return createHmac("sha256", serverSecret).update(key, "utf8").digest("hex");
}
