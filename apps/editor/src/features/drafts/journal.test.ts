import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { blankDraft } from "../../document/draft/draft.ts";
import type * as Journal from "./journal.ts";
import type { JournalEntry } from "./journal.ts";

const SERVICE = "http://crm.test";
let journal: typeof Journal;

beforeEach(async () => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.resetModules();
  journal = await import("./journal.ts");
});
afterEach(() => vi.unstubAllGlobals());

const entry = (place: string, name: string, change: Partial<JournalEntry> = {}): JournalEntry => ({
  place,
  baseUrl: SERVICE,
  automationId: "a1",
  draft: blankDraft(name),
  base: null,
  shelved: null,
  sent: null,
  savedAt: new Date().toISOString(),
  ...change,
});

const nameAt = async (place: string) => (await journal.readEntry(place))?.draft.settings.name;

it("gives back what was written last", async () => {
  const place = journal.placeOf(SERVICE, "a1");
  await Promise.all(["one", "two", "three"].map((name) => journal.writeEntry(entry(place, name))));
  expect(await nameAt(place)).toBe("three");
});

it("forgets what was removed, also when a write was on its way", async () => {
  const place = journal.placeOf(SERVICE, "a1");
  void journal.writeEntry(entry(place, "one"));
  await journal.removeEntry(place);
  expect(await journal.readEntry(place)).toBeNull();
});

it("keeps several automations and several new ones apart", async () => {
  const places = [
    journal.placeOf(SERVICE, "a1"),
    journal.placeOf(SERVICE, "a2"),
    journal.newPlaceOf(SERVICE, "x"),
    journal.newPlaceOf(SERVICE, "y"),
  ];
  await Promise.all(places.map((place) => journal.writeEntry(entry(place, place))));
  for (const place of places) expect(await nameAt(place)).toBe(place);
  expect(await journal.listEntries(SERVICE)).toHaveLength(4);
});

it("lists the drafts of one service, newest first, and drops what is too old", async () => {
  await journal.writeEntry(entry("a", "older", { savedAt: new Date(Date.now() - 60_000).toISOString() }));
  await journal.writeEntry(entry("b", "newer"));
  await journal.writeEntry(entry("c", "ancient", { savedAt: "2020-01-01T00:00:00Z" }));
  await journal.writeEntry(entry("d", "elsewhere", { baseUrl: "http://other.test" }));
  const names = (await journal.listEntries(SERVICE)).map(({ draft }) => draft.settings.name);
  expect(names).toEqual(["newer", "older"]);
  expect(await journal.readEntry("c")).toBeNull();
});

it("passes over what it cannot read", async () => {
  await journal.writeEntry({ ...entry("a", "x"), draft: "broken" as unknown as JournalEntry["draft"] });
  expect(await journal.readEntry("a")).toBeNull();
  expect(await journal.listEntries(SERVICE)).toEqual([]);
});

it("takes over what the first version of the editor kept", async () => {
  const old = await openDB("trilho", 1, { upgrade: (db) => void db.createObjectStore("drafts", { keyPath: "id" }) });
  const { place: _place, ...rest } = entry("", "kept");
  const at = (savedAt: string) => ({ ...rest, savedAt });
  await old.put("drafts", { ...at("2999-01-01T00:00:00Z"), id: "1", place: `${SERVICE} a1` });
  await old.put("drafts", {
    ...at("2998-01-01T00:00:00Z"),
    id: "2",
    place: `${SERVICE} a1`,
    draft: blankDraft("older"),
  });
  await old.put("drafts", { ...at("2998-01-01T00:00:00Z"), id: "3", place: `${SERVICE} new` });
  old.close();
  expect(await nameAt(journal.placeOf(SERVICE, "a1"))).toBe("kept");
  expect(await nameAt(journal.newPlaceOf(SERVICE, "3"))).toBe("kept");
});

describe("a device that does not keep drafts", () => {
  it("is told when there is no storage", async () => {
    vi.stubGlobal("indexedDB", undefined);
    await journal.writeEntry(entry("a", "x"));
    expect(journal.journalTrouble.getState().trouble).toBe("blocked");
    expect(await journal.readEntry("a")).toBeNull();
  });

  it("is told when storage is forbidden", async () => {
    vi.stubGlobal("indexedDB", {
      open: () => {
        throw new DOMException("Denied.", "SecurityError");
      },
    });
    await journal.writeEntry(entry("a", "x"));
    expect(journal.journalTrouble.getState().trouble).toBe("blocked");
  });

  it("is told when the disk is full, and that it has room again", async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(() => {
      throw new DOMException("Full.", "QuotaExceededError");
    });
    await journal.writeEntry(entry("a", "x"));
    expect(journal.journalTrouble.getState().trouble).toBe("full");
    await journal.writeEntry(entry("a", "y"));
    expect(journal.journalTrouble.getState().trouble).toBeNull();
    put.mockRestore();
    expect(await nameAt("a")).toBe("y");
  });
});
