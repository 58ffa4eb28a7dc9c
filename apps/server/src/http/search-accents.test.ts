import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fold } from "../store/columns.ts";
import { searchWithoutAccents, withoutAccents } from "../store/migrations/0028-search-without-accents.ts";
import { openTestStore, STORE_KINDS } from "../testing/open-test-store.ts";
import { addChannel } from "./testing/conversations.ts";
import { startTestApi, type TestApi } from "./testing/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await addChannel(api);
  const person = { phone: "+5511966660001", contactFirstName: "José", contactLastName: "Conceição" };
  await api.call("POST", "/deals", { json: { ...person, name: "Ação ÚNICA", company: { name: "São João Ltda" } } });
  await api.call("POST", "/conversations/messages", { json: { to: person.phone, text: "Oi" } });
});
afterAll(() => api.app.close());

const found = async (path: string, search: string): Promise<number> =>
  (await api.call("GET", `${path}?search=${encodeURIComponent(search)}`)).body.data.items.length;

const SEARCHES = [
  ["/deals", "acao unica"],
  ["/deals", "AÇÃO"],
  ["/deals", "jose"],
  ["/deals", "Conceicao"],
  ["/deals", "jo"],
  ["/contacts", "jose"],
  ["/contacts", "CONCEIÇÃO"],
  ["/contacts", "conceicao"],
  ["/companies", "sao joao"],
  ["/companies", "São João"],
  ["/conversations", "jose"],
  ["/conversations", "José"],
] as const;

describe("a search without regard to accents", () => {
  it.each(SEARCHES)("%s?search=%s", async (path, search) => {
    expect(await found(path, search)).toBe(1);
  });

  it.each(SEARCHES)("%s?search=%s, of what was stored with accents before", async (path, search) => {
    const { db } = api.app.opened;
    for (const table of ["deals", "contacts", "companies"] as const)
      await db.updateTable(table).set({ search_text: "" }).execute();
    await db.updateTable("deals").set({ search_text: "ação única" }).execute();
    await db.updateTable("contacts").set({ search_text: "josé conceição +5511966660001" }).execute();
    await db.updateTable("companies").set({ search_text: "são joão ltda" }).execute();
    await searchWithoutAccents.up(db);
    expect(await found(path, search)).toBe(1);
  });

  it("finds nothing else", async () => {
    expect(await found("/deals", "acaa")).toBe(0);
  });
});

describe.each(STORE_KINDS)("the database, %s", (kind) => {
  it("takes the same marks off a folded text as the server", async () => {
    const opened = await openTestStore(kind);
    const texts = [
      "Ação",
      "JOSÉ",
      "Ångström",
      "Ελλάδα",
      "Йод ё",
      "が 한국어 हिन्दी",
      "İstanbul",
      "naïve œuvre ß ø",
      "e\u0301",
      "x",
    ];
    for (const text of texts) {
      const before = text.normalize("NFC").toLowerCase();
      const { rows } = await sql<{ text: string }>`select ${sql.raw(withoutAccents("given"))} as text
        from (select ${before}::text as given) as texts`.execute(opened.db);
      expect([text, rows[0]?.text]).toEqual([text, fold(text)]);
    }
    await opened.close();
  });
});
