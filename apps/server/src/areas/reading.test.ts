import { FEATURES, ROUTES } from "@trilho/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillWorkspace } from "../app/testing/full-workspace.ts";
import { startTestApi, type TestApi } from "../app/testing/api.ts";

const READ = new Set(Object.values(ROUTES).flatMap(({ method, path }) => (method === "GET" ? [path as string] : [])));

let api: TestApi;
let paths: string[];
beforeAll(async () => {
  api = await startTestApi([...FEATURES]);
  const things = await fillWorkspace(api.app, api.workspace);
  const seq = things["/deals/{seq}"] ?? "";
  const whole = Object.entries(things).flatMap(([path, id]) =>
    READ.has(path) && /^[^{]*\{\w+\}$/.test(path) ? [path.replace(/\{\w+\}/, encodeURIComponent(id))] : [],
  );
  const ofDeal = ["", "/cadence", "/tasks", "/notes", "/attachments", "/activities"].map(
    (part) => `/deals/${seq}${part}`,
  );
  const lists = ["deals", "contacts", "companies", "cadences", "automations", "conversations", "pipelines", "tags"];
  paths = [...whole, ...ofDeal, ...lists.map((list) => `/${list}`)];
});
afterAll(() => api.app.close());

const HELD = ["deals", "contacts", "companies", "cadences", "cadence_instances", "automations", "conversations"];
const MORE = ["tasks", "notes", "meetings", "pipelines", "stages", "custom_fields", "tags", "messages"];

it("whatever is read is read at once while somebody else changes it", async () => {
  await api.app.opened.db.transaction().execute(async (trx) => {
    for (const table of [...HELD, ...MORE]) await sql`select from ${sql.table(table)} for update`.execute(trx);
    const headers = { authorization: `Bearer ${api.key}` };
    for (const path of paths) {
      const signal = AbortSignal.timeout(20_000);
      const { status } = await fetch(`${api.app.url}/api/v1${path}`, { headers, signal });
      expect([path, status]).toEqual([path, 200]);
    }
  });
});
