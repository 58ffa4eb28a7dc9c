import { Type } from "typebox";
import { envelope, page } from "../envelopes.ts";
import { Company, CreateCompanyRequest, UpdateCompanyRequest } from "../resources/company.ts";
import type { Route } from "../route.ts";
import { cursor, limit, PAGE_SIZES } from "./parameters.ts";

const group = { group: "Reference", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const view = { ...group, method: "GET", permission: "companies.view" } as const;
const edit = { ...group, permission: "companies.edit" } as const;

const byId = Type.Object({ id: Type.String() });
const one = { status: 200, schema: envelope(Company) } as const;

const instant = () => Type.Optional(Type.String({ maxLength: 40 }));

export const COMPANY_ROUTES = {
  listCompanies: {
    ...view,
    client: "companies.list",
    path: "/companies",
    summary: "Companies, newest first",
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 255 })),
      domain: Type.Optional(Type.String({ maxLength: 255 })),
      cnpj: Type.Optional(Type.String({ maxLength: 30 })),
      updatedFrom: instant(),
      updatedTo: instant(),
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
    body: CreateCompanyRequest,
    success: { status: 201, schema: envelope(Company) },
    errors: [400, 401, 403, 409, 429],
  },
  getCompany: {
    ...view,
    client: "companies.get",
    path: "/companies/{id}",
    summary: "One company",
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
    params: byId,
    success: { status: 204, schema: null },
    errors: [401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
