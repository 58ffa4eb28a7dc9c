import { FEATURES } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "./testing/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi([...FEATURES]);
});
afterAll(() => api.app.close());

const post = (path: string, json: object, key?: string) =>
  api.call("POST", path, { json, ...(key !== undefined && { key }) });

const playbook = () => ({
  name: "Playbook",
  pipelineId: api.workspace.pipelineId,
  stageId: api.workspace.stageIds[0],
  steps: [{ dayNumber: 1, channel: "research" }],
});

describe("the 409 for a duplicate names in its details what is there", () => {
  it.each<[what: string, path: string, json: () => object]>([
    ["deal", "/deals", () => ({ phone: "+5511955551001" })],
    ["contact", "/contacts", () => ({ firstName: "Bia", phone: "+5511955551002" })],
    ["contact", "/contacts", () => ({ firstName: "Bia", email: "bia@example.com" })],
    ["company", "/companies", () => ({ name: "Aurora", cnpj: "11.222.333/0001-81" })],
    ["tag", "/tags", () => ({ name: "Gold", color: "#ff8800" })],
    ["custom field", "/custom-fields", () => ({ name: "Size", slug: "size", fieldType: "number" })],
    ["cadence", "/cadences", playbook],
  ])("%s: POST %s", async (what, path, json) => {
    const first = await post(path, json());
    const second = await post(path, json());
    expect([first.status, second.status, second.body.code]).toEqual([201, 409, "CONFLICT"]);
    const { id, seq } = first.body.data;
    const named = what === "deal" ? `id ${id}, seq ${seq}` : `id ${id}`;
    expect(second.body.details).toContain(`existing ${what}: ${named}`);
  });

  it.each([
    ["/contacts", { firstName: "Rui", phone: "+5511955551003" }, { firstName: "Lia", phone: "+5511955551004" }],
    ["/companies", { name: "A", cnpj: "11.222.333/0002-62" }, { name: "B", cnpj: "11.222.333/0003-43" }],
    ["/tags", { name: "Silver", color: "#ff8800" }, { name: "Bronze", color: "#ff8800" }],
  ])("PATCH %s", async (path, one, other) => {
    const [first, second] = [await post(path, one), await post(path, other)];
    const { status, body } = await api.call("PATCH", `${path}/${second.body.data.id}`, { json: one });
    expect(status).toBe(409);
    expect(body.details).toContain(first.body.data.id);
  });

  it.each([
    ["moves to its stage", { stageId: 2, active: true }, { active: true }],
    ["is switched on beside it", { stageId: 1, active: false }, { active: true }],
  ])("PUT /cadences/{id}, where another playbook %s", async (_, { stageId, active }, change) => {
    const { stageIds } = api.workspace;
    const of = (at: number, more: object) => ({ ...playbook(), name: "Other", stageId: stageIds[at], ...more });
    const made = [await post("/cadences", of(1, {})), await post("/cadences", of(stageId, { active }))];
    const [one, other] = made.map(({ body }) => body.data.id);
    const { status, body } = await api.call("PUT", `/cadences/${other}`, { json: of(1, change) });
    expect([status, body.details]).toEqual([409, expect.stringContaining(`existing cadence: id ${one}`)]);
    for (const id of [one, other]) await api.call("DELETE", `/cadences/${id}`);
  });

  it("but not to who may not see it", async () => {
    const own = await api.workspace.addKey({ role: "member", visibility: "own" });
    await post("/deals", { phone: "+5511955551005" });
    for (const path of ["/deals", "/contacts"]) {
      const { status, body } = await post(path, { phone: "+5511955551005" }, own);
      expect([status, body.details]).toEqual([409, undefined]);
    }
  });
});

describe("creating, changing and tagging deals", () => {
  it("needs deals.edit", async () => {
    const key = await api.workspace.addKey({ role: "member", deny: ["deals.edit"] });
    const { seq } = (await post("/deals", { name: "Mine" })).body.data;
    const answers = [
      await post("/deals", { name: "x" }, key),
      await api.call("PATCH", `/deals/${seq}`, { json: { name: "x" }, key }),
      await post(`/deals/${seq}/tags`, { tagId: api.workspace.tagId }, key),
      await api.call("DELETE", `/deals/${seq}/tags/${api.workspace.tagId}`, { key }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [403, "FORBIDDEN"]));
    expect((await api.call("GET", `/deals/${seq}`, { key })).status).toBe(200);
  });
});

describe("addresses of a company", () => {
  it.each(["javascript:alert(1)", "ftp://a.example", "aurora.example", "data:text/html,x"])(
    "are of the web, not %s",
    async (address) => {
      for (const field of ["website", "logoUrl"]) {
        const own = await post("/companies", { name: "Aurora", [field]: address });
        const inline = await post("/deals", { name: "x", company: { name: "Aurora", [field]: address } });
        const message = "must be an http or https address";
        expect(own.body.fieldErrors).toEqual([{ field, message }]);
        expect(inline.body.fieldErrors).toEqual([{ field: `company.${field}`, message }]);
      }
    },
  );

  it.each(["https://aurora.example/a?b", "HTTP://AURORA.EXAMPLE", "", "  ", null])("may be %j", async (address) => {
    expect((await post("/companies", { name: "Aurora", website: address, logoUrl: address })).status).toBe(201);
  });
});
