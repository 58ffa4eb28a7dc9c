import type { KeyRecord, KeyStore } from "./principal.ts";
import type { Awaitable } from "./awaitable.ts";

/** Beyond this many keys within one lifetime, nothing more is remembered. */
const MOST_KEYS = 10_000;

interface Entry {
  until: number;
  record: Awaitable<KeyRecord | null>;
}

/**
 * Remembers for `ms` which member a key speaks for, so that a busy key is not looked up with every request; what is
 * asked at the same time is asked once. A revocation, or a change of the member, counts after that time at the latest.
 * Unknown keys are not remembered: a new key is good at once.
 */
export function cacheKeys(keys: KeyStore, ms: number, now: () => number = Date.now): KeyStore {
  const known = new Map<string, Entry>();
  let sweep = 0;

  function forgetOld(at: number): void {
    if (at < sweep) return;
    sweep = at + ms;
    for (const [digest, { until }] of known) if (until <= at) known.delete(digest);
  }

  /** From then on the record is answered itself, without waiting; what was not found or not returned is forgotten. */
  function settle(digest: string, entry: Entry, record: Promise<KeyRecord | null>): void {
    const forget = (): void => {
      if (known.get(digest) === entry) known.delete(digest);
    };
    record.then((found) => (found === null ? forget() : (entry.record = found)), forget);
  }

  return {
    findByDigest(digest) {
      const at = now();
      forgetOld(at);
      const entry = known.get(digest);
      if (entry !== undefined && entry.until > at) return entry.record;
      const record = Promise.resolve(keys.findByDigest(digest));
      if (known.size >= MOST_KEYS) return record;
      const asked: Entry = { until: at + ms, record };
      known.set(digest, asked);
      settle(digest, asked, record);
      return record;
    },
    touch: (key) => keys.touch(key),
  };
}
