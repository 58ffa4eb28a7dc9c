import type { Company } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { addDeal, addMember } from "../../app/testing/deals.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const post = (json: object, key?: string) =>
  api.call("POST", "/companies", { json, ...(key !== undefined && { key }) });
const patch = (id: string, json: object) => api.call("PATCH", `/companies/${id}`, { json });
const create = async (json: object, key?: string): Promise<Company> =>
  expectSuccess("createCompany", await post(json, key));

describe("companies", () => {
  it("keep what is said, the domain alone of an address", async () => {
    const company = await create({
      name: " Acme ",
      domain: "https://www.Acme.com/about?x",
      cnpj: "11.222.333/0001-81",
      industry: "Food",
      website: "https://acme.com",
      logoUrl: " ",
      notes: null,
    });
    expect(company).toEqual({
      id: company.id,
      name: "Acme",
      domain: "acme.com",
      cnpj: "11.222.333/0001-81",
      industry: "Food",
      website: "https://acme.com",
      logoUrl: null,
      notes: null,
      customFields: {},
      createdAt: company.createdAt,
      updatedAt: company.createdAt,
    });
    expect(expectSuccess("getCompany", await api.call("GET", `/companies/${company.id}`))).toEqual(company);
    const changed = expectSuccess("updateCompany", await patch(company.id, { name: "Acme S.A.", domain: "" }));
    expect(changed).toEqual({ ...company, name: "Acme S.A.", domain: null, updatedAt: changed.updatedAt });
  });

  it.each<[field: string, sent: unknown, shown: unknown]>([
    ["name", " Other ", "Other"],
    ["domain", "https://other.example/a", "other.example"],
    ["domain", null, null],
    ["cnpj", " 99.888.777/0001-66 ", "99.888.777/0001-66"],
    ["cnpj", null, null],
    ["industry", " Other ", "Other"],
    ["industry", null, null],
    ["website", "https://other.example", "https://other.example"],
    ["website", "  ", null],
    ["logoUrl", "https://other.example/logo.png", "https://other.example/logo.png"],
    ["logoUrl", null, null],
    ["notes", " Other ", "Other"],
    ["notes", "", null],
  ])("are changed in their %s alone by %j", async (field, sent, shown) => {
    const full = await create({
      name: "Full",
      domain: "full.example",
      cnpj: "44.555.666/0001-77",
      industry: "Food",
      website: "https://full.example",
      logoUrl: "https://full.example/logo.png",
      notes: "n",
    });
    const changed = expectSuccess("updateCompany", await patch(full.id, { [field]: sent }));
    expect(changed).toEqual({ ...full, [field]: shown, updatedAt: expect.any(String) });
    expectSuccess("deleteCompany", await api.call("DELETE", `/companies/${full.id}`));
  });

  it.each<[object, string]>([
    [{}, "name"],
    [{ name: " " }, "name"],
    [{ name: null }, "name"],
    [{ name: "x".repeat(256) }, "name"],
    [{ name: "A", domain: "x".repeat(256) }, "domain"],
    [{ name: "A", cnpj: "1".repeat(31) }, "cnpj"],
    [{ name: "A", industry: "x".repeat(256) }, "industry"],
    [{ name: "A", website: "x".repeat(501) }, "website"],
    [{ name: "A", logoUrl: "x".repeat(501) }, "logoUrl"],
    [{ name: "A", notes: "x".repeat(2001) }, "notes"],
    [{ name: "A\0" }, "name"],
  ])("are refused as %j", async (json, field) => {
    const answer = await post(json);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  });

  it("have values of custom fields by slug", async () => {
    const json = { name: "Size", fieldType: "select", entityType: "company", options: [{ label: "Big" }] };
    expectSuccess("createCustomField", await api.call("POST", "/custom-fields", { json }));
    const { id, customFields } = await create({ name: "A", customFields: { size: "big" } });
    expect(customFields).toEqual({ size: "big" });
    expect(expectSuccess("updateCompany", await patch(id, { notes: "x" })).customFields).toEqual({ size: "big" });
    const cleared = expectSuccess("updateCompany", await patch(id, { customFields: { size: null } }));
    expect(cleared.customFields).toEqual({});
    for (const answer of [
      await patch(id, { customFields: { size: "huge" } }),
      await post({ name: "A", customFields: { size: 1 } }),
    ]) {
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ["customFields.size"]]);
    }
  });

  it("have a CNPJ of their own, however it is written, also of many at once", async () => {
    const answers = await Promise.all(
      ["22.333.444/0001-55", "22333444000155", "22 333 444 0001 55"].map((cnpj) => post({ name: "A", cnpj })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const other = await create({ name: "B" });
    const taken = await patch(other.id, { cnpj: "22333444000155" });
    expect([taken.status, taken.body.code]).toEqual([409, "CONFLICT"]);
    // Branches and franchises share names and domains.
    await create({ name: "A", domain: "a.example" });
    await create({ name: "A", domain: "a.example" });
  });

  it("are found by parts of their name, domain or number, page by page", async () => {
    const key = await (await api.app.workspace()).addKey();
    for (const json of [
      { name: "Padaria São João", cnpj: "33.444.555/0001-66" },
      { name: "Hotel", domain: "hotel.example" },
      { name: "100% Natural" },
    ]) {
      await create(json, key);
    }
    const list = async (query: string) =>
      expectSuccess("listCompanies", await api.call("GET", `/companies?${query}`, { key }));
    const names = async (query: string) => (await list(query)).items.map(({ name }: Company) => name);
    expect(await names("")).toEqual(["100% Natural", "Hotel", "Padaria São João"]);
    expect(await names("search=SÃO")).toEqual(["Padaria São João"]);
    expect(await names("search=100%25")).toEqual(["100% Natural"]);
    expect(await names("domain=www.hotel.example")).toEqual(["Hotel"]);
    expect(await names("cnpj=33444555000166")).toEqual(["Padaria São João"]);
    expect(await names("domain=hotel&search=hotel")).toEqual([]);
    expect(await names("search=hotel.exa")).toEqual(["Hotel"]);
    expect(await names("search=33.444")).toEqual(["Padaria São João"]);
    expect(await names("search=joao%2033.444")).toEqual(["Padaria São João"]);
    expect(await names("search=&domain=&cnpj=")).toHaveLength(3);
    for (const found of ["search", "domain", "cnpj"]) expect(await names(`${found}=elsewhere`), found).toEqual([]);
    expect(await names("updatedTo=2000-01-01")).toEqual([]);
    const first = await list("limit=1");
    expect(await names(`limit=5&cursor=${encodeURIComponent(first.nextCursor)}`)).toEqual([
      "Hotel",
      "Padaria São João",
    ]);
    const reversed = "updatedTo=2026-01-01&updatedFrom=2026-01-02";
    for (const query of ["limit=0", "updatedFrom=x", reversed, "cursor=x", "search=%00"]) {
      const answer = await api.call("GET", `/companies?${query}`, { key });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, [query.split("=")[0]]]);
    }
  });

  it("are removed without their contacts and deals", async () => {
    const { db } = api.app.opened;
    const { id } = await create({ name: "Gone" });
    const contact = await api.call("POST", "/contacts", { json: { name: "Stays", companyId: id } });
    const deal = await addDeal(api, await addMember(api));
    await db.updateTable("deals").set({ company_id: id }).where("id", "=", deal.id).execute();
    expectSuccess("deleteCompany", await api.call("DELETE", `/companies/${id}`));
    const rows = await db.selectFrom("deals").select("company_id").where("id", "=", deal.id).execute();
    expect(rows).toEqual([{ company_id: null }]);
    const left = expectSuccess("listContacts", await api.call("GET", "/contacts?search=stays"));
    expect(left.items).toMatchObject([{ id: contact.body.data.id, company: null }]);
    expect((await api.call("DELETE", `/companies/${id}`)).status).toBe(404);
  });

  it("are removed with a permission of its own, which ordinary members lack", async () => {
    const { id } = await create({ name: "Kept" });
    const member = await api.workspace.addKey({ role: "member" });
    expect((await api.call("PATCH", `/companies/${id}`, { key: member, json: { notes: "x" } })).status).toBe(200);
    expect((await api.call("DELETE", `/companies/${id}`, { key: member })).status).toBe(403);
    const allowed = await api.workspace.addKey({ role: "member", allow: ["companies.delete"] });
    expect((await api.call("DELETE", `/companies/${id}`, { key: allowed })).status).toBe(204);
  });

  it("are nothing to another workspace, nor by ids that cannot be stored", async () => {
    const other = await (await api.app.workspace()).addKey();
    const { id } = await create({ name: "Mine" });
    for (const [path, key] of [
      [`/companies/${id}`, other],
      ["/companies/nothing", api.key],
      ["/companies/%00", api.key],
    ] as const) {
      expect((await api.call("GET", path, { key })).status).toBe(404);
      expect((await api.call("PATCH", path, { key, json: { name: "x" } })).status).toBe(404);
      expect((await api.call("DELETE", path, { key })).status).toBe(404);
    }
  });
});
