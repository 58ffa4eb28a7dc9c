import type { KeyRecord, Principal } from "../domain/model.ts";
import type { KeyStore } from "../domain/ports.ts";
import { digestKey, KEY_PREFIX } from "./keys.ts";

const BEARER = /^bearer +([!-~](?:[ -~]{0,510}[!-~])?) *$/i;

/** The key in an `Authorization` header, or null when there is none or it is malformed. */
export function bearerKey(header: string | undefined): string | null {
  return BEARER.exec(header ?? "")?.[1] ?? null;
}

/** Finds the member that a key speaks for; null for a missing, malformed, unknown, revoked or expired key, or an inactive member. */
export async function authenticate(
  keys: KeyStore,
  serverSecret: string,
  header: string | undefined,
  now: number,
): Promise<Principal | null> {
  const key = bearerKey(header);
  if (key === null) return null;
  const record = await keys.findByDigest(digestKey(serverSecret, key));
  if (record === null || !isGood(record, now)) return null;
  keys.touch(record.principal.keyId);
  return { ...record.principal, mode: key.startsWith(KEY_PREFIX.test) ? "test" : "live" };
}

const isGood = (record: KeyRecord, now: number): boolean =>
  !record.revoked && record.memberActive && (record.expiresAt === null || Date.parse(record.expiresAt) > now);
