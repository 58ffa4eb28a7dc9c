import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../app/testing/test-app.ts";
import { someoneWaitsForALock } from "../../testing/lock-waits.ts";

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  key = await (await app.workspace()).addKey();
});
afterAll(() => app.close());

const phones = ["+5511955550001", "+5511955550002"] as const;

test.each([
  ["a new deal brings an e-mail", phones[0], false, { email: "ana@example.com" }],
  ["their deal brings a name", phones[1], true, { contactFirstName: "Ana" }],
])("what somebody says of a contact stays where %s at the same moment", async (_, phone, isTheirs, said) => {
  const { id } = (await app.call("POST", "/api/v1/contacts", { key, json: { phone } })).body.data;
  const deal = isTheirs ? (await app.call("POST", "/api/v1/deals", { key, json: { phone } })).body.data : null;
  const { asked } = await app.opened.db.transaction().execute(async (trx) => {
    await trx.updateTable("contacts").set({ blocked: true, notes: "Rude" }).where("id", "=", id).execute();
    const begun =
      deal === null
        ? app.call("POST", "/api/v1/deals", { key, json: { phone, ...said } })
        : app.call("PATCH", `/api/v1/deals/${deal.seq}`, { key, json: said });
    await expect.poll(() => someoneWaitsForALock(app.opened.db)).toBe(true);
    return { asked: begun };
  });
  expect((await asked).status).toBe(deal === null ? 201 : 200);
  const { body } = await app.call("GET", `/api/v1/contacts/${id}`, { key });
  const { contactFirstName: firstName, ...others } = { contactFirstName: null, ...said };
  expect(body.data).toMatchObject({ blocked: true, notes: "Rude", phone, firstName, ...others });
});
