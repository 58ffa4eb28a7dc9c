import type { Automation } from "@trilho/api-client";
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Draft } from "./draft.ts";

/** An unsaved draft as the device keeps it, in case the page ends without a word. */
export interface JournalEntry {
  /** Of the editor that writes it; two tabs never share one. */
  id: string;
  /** Which automation of which service. */
  place: string;
  draft: Draft;
  /** What the draft started from, so that a push after restoring still meets every conflict. */
  base: Automation | null;
  savedAt: string;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: JournalEntry };
}

/** Older drafts are of no use to anybody. */
const KEPT_MS = 30 * 86_400_000;

export const placeOf = (baseUrl: string, automationId: string): string => `${baseUrl} ${automationId}`;

let opened: Promise<IDBPDatabase<Schema> | null> | null = null;

/** Null where the browser forbids IndexedDB: drafts then live as long as their tab. */
function database(): Promise<IDBPDatabase<Schema> | null> {
  opened ??= openDB<Schema>("trilho", 1, {
    upgrade(db) {
      db.createObjectStore("drafts", { keyPath: "id" });
    },
  }).catch(() => null);
  return opened;
}

const attempt = async <Result>(
  act: (db: IDBPDatabase<Schema>) => Promise<Result>,
  instead: Result,
): Promise<Result> => {
  if (typeof indexedDB === "undefined") return instead;
  const db = await database();
  // A full disk or a storage that was cleared meanwhile costs the safety net, not the work on the screen.
  return db === null ? instead : act(db).catch(() => instead);
};

export const writeEntry = (entry: JournalEntry): Promise<void> =>
  attempt(async (db) => void (await db.put("drafts", entry)), undefined);

export const removeEntry = (id: string): Promise<void> => attempt((db) => db.delete("drafts", id), undefined);

const lockName = (id: string): string => `trilho-draft ${id}`;

/** Marks an entry as one whose editor is open, until the page ends or the returned function is called. */
export function holdEntry(id: string): () => void {
  const hold: { release?: () => void } = {};
  const held = new Promise<void>((resolve) => {
    hold.release = resolve;
  });
  // Absent on pages without https: every entry then counts as abandoned.
  void navigator.locks?.request(lockName(id), () => held);
  return () => hold.release?.();
}

/** The newest draft of a place whose editor is gone; it is taken out of the journal, and so is what is too old. */
export async function takeAbandoned(place: string): Promise<JournalEntry | null> {
  const entries = await attempt((db) => db.getAll("drafts"), []);
  if (entries.length === 0) return null;
  const locks = await navigator.locks?.query();
  const held = new Set(locks?.held?.map(({ name }) => name));
  const abandoned = entries.filter(({ id }) => !held.has(lockName(id)));
  const tooOld = abandoned.filter(({ savedAt }) => Date.now() - Date.parse(savedAt) > KEPT_MS);
  const [newest = null] = abandoned
    .filter((entry) => entry.place === place && !tooOld.includes(entry))
    .toSorted((a, b) => b.savedAt.localeCompare(a.savedAt));
  const taken = newest === null ? tooOld : [...tooOld, newest];
  await Promise.all(taken.map(({ id }) => removeEntry(id)));
  return newest;
}
