import { hash, randomBytes } from "node:crypto";
import type { KeyRecord, Principal, KeyStore } from "./principal.ts";
import { after, type Awaitable } from "./awaitable.ts";
import { digestKey, KEY_PREFIX } from "./keys.ts";

const BEARER = /^bearer +([!-~](?:[ -~]{0,510}[!-~])?) *$/i;

/** The key in an `Authorization` header, or null when there is none or it is malformed. */
export function bearerKey(header: string | undefined): string | null {
  return BEARER.exec(header ?? "")?.[1] ?? null;
}

/**
 * Finds the member that an `Authorization` header speaks for, at a Unix time in ms; null for a missing, malformed,
 * unknown, revoked or expired key, or an inactive member.
 */
export type Authenticate = (header: string | undefined, now: number) => Awaitable<Principal | null>;

/** What a key is looked up by, and where its sends go. */
interface Credentials {
  digest: string;
  mode: Principal["mode"];
}

/**
 * For how long, and of how many good keys, the digest is kept: it takes longer than all other steps here together. It is
 * found by a quick hash of the header, salted in each process: no key's text is compared with another text.
 */
const KEPT_MS = 2000;
const MOST_KEPT = 1000;

export function createAuthentication(keys: KeyStore, serverSecret: string): Authenticate {
  const kept = new Map<string, Credentials>();
  const salt = randomBytes(32).toString("hex");
  let keptUntil = 0;
  /** Of a record that is remembered, there is one for all requests. */
  const speakers = new WeakMap<KeyRecord, Principal>();

  function forgetOld(now: number): void {
    if (now < keptUntil) return;
    kept.clear();
    keptUntil = now + KEPT_MS;
  }

  return (header, now) => {
    if (header === undefined) return null;
    forgetOld(now);
    const name = hash("sha256", salt + header, "base64url");
    const credentials = kept.get(name) ?? readCredentials(header, serverSecret);
    if (credentials === null) return null;
    return after(keys.findByDigest(credentials.digest), (record) => {
      if (record === null || !isGood(record, now)) return null;
      if (kept.size < MOST_KEPT) kept.set(name, credentials);
      keys.touch(record.principal);
      let speaker = speakers.get(record);
      if (speaker === undefined) {
        speaker = { ...record.principal, mode: credentials.mode };
        speakers.set(record, speaker);
      }
      return speaker;
    });
  };
}

function readCredentials(header: string, serverSecret: string): Credentials | null {
  const key = bearerKey(header);
  if (key === null) return null;
  return { digest: digestKey(serverSecret, key), mode: key.startsWith(KEY_PREFIX.test) ? "test" : "live" };
}

const isGood = (record: KeyRecord, now: number): boolean =>
  !record.revoked && record.memberActive && (record.expiresAt === null || Date.parse(record.expiresAt) > now);
