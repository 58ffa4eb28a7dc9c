import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import { findCompany, findOrInsertCompany, insertCompany } from "../companies/company-rows.ts";
import { findContactByEmail, findContactByPhone, findTaken, insertContact } from "./contact-rows.ts";
import { addWorkspace } from "../../app/testing/workspace.ts";

const phone = () => `+5511${String(Math.floor(Math.random() * 1e9)).padStart(9, "9")}`;

describe.each(STORE_KINDS)("contacts and companies on %s", (kind) => {
  let opened: TestStore;
  let ws: string;
  beforeAll(async () => {
    opened = await openTestStore(kind);
    ws = (await addWorkspace(opened.db, opened.serverSecret)).id;
  });
  afterAll(() => opened.close());

  const add = (values: object, workspaceId = ws) =>
    insertContact(opened.db, workspaceId, { createdBy: null, ...values });

  const taken = (ofPhone: string | null, ofEmail: string | null, except?: string) =>
    findTaken(opened.db, ws, { phone: ofPhone, email: ofEmail }, except);

  test("a contact is found by its phone, and by its e-mail in any case, in its workspace alone", async () => {
    const number = phone();
    const email = `Ana.${randomUUID()}@Example.com`;
    const added = await add({ firstName: "Ana", phone: number, email });
    expect(added).toMatchObject({ outcome: "inserted", contact: { firstName: "Ana", phone: number, email } });
    expect(await findContactByPhone(opened.db, ws, number)).toEqual(added.contact);
    expect(await findContactByEmail(opened.db, ws, email.toUpperCase())).toEqual(added.contact);
    const other = (await addWorkspace(opened.db, opened.serverSecret)).id;
    expect(await findContactByPhone(opened.db, other, number)).toBeNull();
    expect(await add({ phone: number }, other)).toMatchObject({ outcome: "inserted", contact: { seq: 1 } });
  });

  test("a phone or e-mail that is taken names its contact, and the transaction goes on", async () => {
    const number = phone();
    const email = `${randomUUID()}@example.com`;
    const first = await add({ phone: number, email });
    await opened.db.transaction().execute(async (trx) => {
      const again = await insertContact(trx, ws, { createdBy: null, phone: number });
      expect(again).toEqual({ outcome: "taken", by: "phone", contact: first.contact });
      const mail = await insertContact(trx, ws, { createdBy: null, phone: phone(), email: email.toUpperCase() });
      expect(mail).toEqual({ outcome: "taken", by: "email", contact: first.contact });
      expect((await insertContact(trx, ws, { createdBy: null })).outcome).toBe("inserted");
    });
  });

  test("of writers of one phone at the same time, one adds it and the others learn whose it is", async () => {
    const number = phone();
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        opened.db.transaction().execute((trx) => insertContact(trx, ws, { createdBy: null, phone: number })),
      ),
    );
    expect(all.filter(({ outcome }) => outcome === "inserted")).toHaveLength(1);
    expect(new Set(all.map(({ contact }) => contact.id)).size).toBe(1);
  });

  test("a phone or e-mail that is the contact's own is not taken, and the phone is looked at first", async () => {
    const [number, email] = [phone(), `${randomUUID()}@example.com`];
    const [first, second] = [await add({ phone: number }), await add({ email })];
    expect(await taken(number, email)).toEqual({ outcome: "taken", by: "phone", contact: first.contact });
    expect(await taken(number, email, first.contact.id)).toMatchObject({ by: "email", contact: second.contact });
    expect(await taken(null, email, second.contact.id)).toBeNull();
    expect(await taken(null, null)).toBeNull();
  });

  test("a company is known by its CNPJ, else by its domain, else by its name", async () => {
    const name = `Açaí ${randomUUID()}`;
    const added = await insertCompany(opened.db, ws, {
      createdBy: null,
      name,
      domain: `https://www.${name.slice(-8)}.example/about`,
      cnpj: "11.222.333/0001-81",
    });
    expect(added).toMatchObject({ outcome: "inserted", company: { name, domain: `${name.slice(-8)}.example` } });
    const id = added.company.id;
    const find = async (values: object) => (await findCompany(opened.db, ws, { name: "x", ...values }))?.id ?? null;
    expect(await find({ cnpj: "11222333000181" })).toBe(id);
    expect(await find({ domain: `${name.slice(-8).toUpperCase()}.example` })).toBe(id);
    expect(await find({ name: name.toUpperCase() })).toBe(id);
    // A branch: the same name and another number.
    expect(await find({ name, cnpj: "11.222.333/0002-62" })).toBeNull();
    expect(
      await insertCompany(opened.db, ws, { createdBy: null, name: "Other", cnpj: "11222333000181" }),
    ).toMatchObject({
      outcome: "taken",
      company: { id },
    });
  });

  test("of writers of one company at the same time, one adds it", async () => {
    const name = randomUUID();
    const all = await Promise.all(
      Array.from({ length: 6 }, () =>
        opened.db.transaction().execute((trx) => findOrInsertCompany(trx, ws, { createdBy: null, name })),
      ),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });
});
