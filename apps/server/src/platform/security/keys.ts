import { createHmac, randomBytes } from "node:crypto";

/**
 * What a key is stored and looked up as: HMAC-SHA-256 of the whole key under the server's secret, in hex.
 * A stolen table is useless without the secret, and a look-up costs microseconds.
 */
export function digestKey(serverSecret: string, key: string): string {
  return createHmac("sha256", serverSecret).update(key, "utf8").digest("hex");
}

/** How keys begin, by whether their sends leave this server. */
export const KEY_PREFIX = { live: "trk_live_", test: "trk_test_" } as const;

/** A new key of 32 random bytes. */
export const newKey = (mode: keyof typeof KEY_PREFIX): string =>
  KEY_PREFIX[mode] + randomBytes(32).toString("base64url");

/** What may be shown of a key to recognise it: how it begins and its last four characters. */
export function maskedKey(key: string): string {
  const prefix = Object.values(KEY_PREFIX).find((start) => key.startsWith(start)) ?? "";
  return `${prefix}…${key.slice(-4)}`;
}
