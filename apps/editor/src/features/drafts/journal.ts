import { DAY_MS } from "@trilho/engine";
import type { Automation } from "@trilho/api-client";
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from "idb";
import { createStore } from "zustand/vanilla";
import type { Draft } from "../../document/draft/draft.ts";
import type { Synced } from "../../document/draft/synced.ts";
import type { Sent } from "../../document/draft/reconcile-publish.ts";

/** An unsaved draft as the device keeps it, in case the page ends without a word. */
export interface JournalEntry {
  /** What it is a draft of; one entry each. Only the tab that edits it writes it. */
  place: string;
  baseUrl: string;
  /** Null for an automation that was never published. */
  automationId: string | null;
  draft: Draft;
  /** What the draft started from, so that a publish after restoring still meets every conflict. */
  base: Automation | null;
  /** A draft that gave way to somebody else's version. */
  shelved: { draft: Draft; base: Automation } | null;
  /** The service's draft as this device knew it; left out where the service keeps none. */
  synced?: Synced;
  /** A publish whose answer has not come. */
  sent: Sent | null;
  /** JSON of a definition that cannot be drawn, as it was typed and not applied yet. */
  raw?: string;
  /** ISO 8601 instant of the last change. */
  savedAt: string;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: JournalEntry };
}

/** Older drafts are of no use to anybody. */
const KEPT_MS = 90 * DAY_MS;

export const placeOf = (baseUrl: string, automationId: string): string => `${baseUrl} ${automationId}`;
/** `key` identifies the draft of an automation that was never published. */
export const newPlaceOf = (baseUrl: string, key: string): string => `${baseUrl} new ${key}`;

/** The key of a place that `newPlaceOf` made. */
export const newKeyOf = (place: string): string => place.slice(place.lastIndexOf(" ") + 1);

/** Why changes are not kept: the browser forbids it, or the disk is full. They live as long as their tab. */
export type JournalTrouble = "blocked" | "full";

export const journalTrouble = createStore<{ trouble: JournalTrouble | null }>()(() => ({ trouble: null }));

let opened: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("trilho", 2, {
    async upgrade(db, before, _now, transaction) {
      if (before === 0) db.createObjectStore("drafts", { keyPath: "place" });
      else await renew(db, transaction);
    },
    // A newer version of the editor in another tab may have the database; this tab asks for it anew.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      opened = null;
    },
    terminated: () => {
      opened = null;
    },
  });
  return opened;
}

/** Entries of version 1 had keys of their own; of several for one automation the newest is kept. */
async function renew(
  db: IDBPDatabase<Schema>,
  transaction: IDBPTransaction<Schema, "drafts"[], "versionchange">,
): Promise<void> {
  const old = (await transaction.objectStore("drafts").getAll()) as (JournalEntry & { id: string })[];
  db.deleteObjectStore("drafts");
  const drafts = db.createObjectStore("drafts", { keyPath: "place" });
  const sorted = old.toSorted((a, b) => a.savedAt.localeCompare(b.savedAt));
  for (const { id, place, draft, base, savedAt } of sorted) {
    const [baseUrl = "", automationId = ""] = place.split(" ");
    const isNew = automationId === "new";
    const entry = {
      baseUrl,
      automationId: isNew ? null : automationId,
      draft,
      base,
      shelved: null,
      sent: null,
      savedAt,
    };
    await drafts.put({ ...entry, place: isNew ? newPlaceOf(baseUrl, id) : place });
  }
}

const troubleOf = (error: unknown): JournalTrouble =>
  error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "blocked";

/** Storage that fails costs the safety net, not the work on the screen; `trouble` reports it. */
async function attempt<Result>(
  act: (db: IDBPDatabase<Schema>) => Promise<Result>,
  instead: Result,
  counts = true,
): Promise<Result> {
  if (typeof indexedDB === "undefined") return fail("blocked", instead, counts);
  try {
    const result = await act(await database());
    if (counts) journalTrouble.setState({ trouble: null });
    return result;
  } catch (error) {
    opened = null;
    return fail(troubleOf(error), instead, counts);
  }
}

function fail<Result>(trouble: JournalTrouble, instead: Result, counts: boolean): Result {
  if (counts) journalTrouble.setState({ trouble });
  return instead;
}

/** Writes of one place happen one after the other; of those that wait only the newest is done. */
const queues = new Map<string, { next: JournalEntry | null | undefined; done: Promise<void> }>();

function enqueue(place: string, next: JournalEntry | null): Promise<void> {
  const queue = queues.get(place);
  if (queue) {
    queue.next = next;
    return queue.done;
  }
  const fresh = { next: next as JournalEntry | null | undefined, done: Promise.resolve() };
  queues.set(place, fresh);
  fresh.done = (async () => {
    while (fresh.next !== undefined) {
      const entry = fresh.next;
      fresh.next = undefined;
      if (entry === null) await attempt((db) => db.delete("drafts", place), undefined, false);
      else await attempt(async (db) => void (await db.put("drafts", entry)), undefined);
    }
    queues.delete(place);
  })();
  return fresh.done;
}

/** Resolves when the entry, or a newer one of its place, is kept; or when it cannot be. */
export const writeEntry = (entry: JournalEntry): Promise<void> => enqueue(entry.place, entry);

export const removeEntry = (place: string): Promise<void> => enqueue(place, null);

/** Resolves when everything written so far is kept. */
export const flushEntry = (place: string): Promise<void> => queues.get(place)?.done ?? Promise.resolve();

export async function readEntry(place: string): Promise<JournalEntry | null> {
  await flushEntry(place);
  return attempt(async (db) => readable(await db.get("drafts", place)), null, false);
}

/** Every draft of a service that is kept, newest first; those that are too old are forgotten. */
export async function listEntries(baseUrl: string): Promise<JournalEntry[]> {
  const all = await attempt((db) => db.getAll("drafts"), [], false);
  const tooOld = all.filter(({ savedAt }) => !(Date.now() - Date.parse(savedAt) <= KEPT_MS));
  await Promise.all(tooOld.map(({ place }) => removeEntry(place)));
  return all
    .filter((entry) => entry.baseUrl === baseUrl && !tooOld.includes(entry) && readable(entry) !== null)
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
}

/** What a page of another version wrote may have another shape. */
function readable(entry: JournalEntry | undefined): JournalEntry | null {
  return typeof entry?.draft?.settings?.name === "string"
    ? { ...entry, sent: entry.sent && { ...entry.sent, key: entry.sent.key ?? null } }
    : null;
}
