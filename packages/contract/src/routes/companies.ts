import { Type } from "typebox";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { envelope, page } from "../envelopes.ts";
import { Company, CreateCompanyRequest, UpdateCompanyRequest } from "../resources/company.ts";
import type { Route } from "../route.ts";
import { changedBetween, cursor, idOf, limit, PAGE_SIZES } from "./parameters.ts";

const group = { group: "Reference", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const view = { ...group, method: "GET", permission: "companies.view" } as const;
const edit = { ...group, permission: "companies.edit" } as const;

const byId = Type.Object({ id: idOf("the company", EXAMPLE_IDS.company) });
const one = { status: 200, schema: envelope(Company) } as const;

const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));

export const COMPANY_ROUTES = {
  listCompanies: {
    ...view,
    client: "companies.list",
    path: "/companies",
    summary: "Companies, newest first",
    description:
      "`search` looks in names, domain and CNPJ; `domain` and `cnpj` are exact. `updatedFrom` and `updatedTo` " +
      "serve incremental loads.",
    query: Type.Object({
      search: text(255, "Part of the name, the domain or the CNPJ, in any case, accents or not."),
      domain: text(255, "The company's domain."),
      cnpj: text(30, "The company's CNPJ, however it is written."),
      ...changedBetween(),
      limit: limit(PAGE_SIZES.companies),
      cursor: cursor(),
    }),
    success: { status: 200, schema: envelope(page(Company)) },
    errors: [400, 401, 403, 429],
  },
  createCompany: {
    ...edit,
    client: "companies.create",
    method: "POST",
    path: "/companies",
    summary: "Create a company; a CNPJ belongs to one company",
    description: "Only the name is required. `domain` is kept without scheme, `www.` and path; a taken CNPJ is a 409.",
    body: CreateCompanyRequest,
    success: { status: 201, schema: envelope(Company) },
    errors: [400, 401, 403, 409, 429],
  },
  getCompany: {
    ...view,
    client: "companies.get",
    path: "/companies/{id}",
    summary: "One company",
    description: "With its values of custom fields, by slug.",
    params: byId,
    success: one,
    errors: [401, 403, 404, 429],
  },
  updateCompany: {
    ...edit,
    client: "companies.update",
    method: "PATCH",
    path: "/companies/{id}",
    summary: "Change a company",
    description: "What is left out stays; null or a blank text removes.",
    params: byId,
    body: UpdateCompanyRequest,
    success: one,
    errors: [400, 401, 403, 404, 409, 429],
  },
  deleteCompany: {
    ...group,
    permission: "companies.delete",
    client: "companies.delete",
    method: "DELETE",
    path: "/companies/{id}",
    summary: "Remove a company; its contacts and deals stay, without it",
    description: "Privileged roles hold this permission; others need it granted.",
    params: byId,
    success: { status: 204, schema: null },
    errors: [401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
