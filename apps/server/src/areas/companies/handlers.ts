import { PAGE_SIZES } from "@trilho/contract";
import type { CompanyService } from "./service.ts";
import type { Handlers } from "../../platform/http/handlers.ts";

type CompanyOperation = "listCompanies" | "createCompany" | "getCompany" | "updateCompany" | "deleteCompany";

export const companyHandlers = (service: CompanyService): Pick<Handlers, CompanyOperation> => ({
  listCompanies: ({ principal, query }) => service.list(principal, { limit: PAGE_SIZES.companies.default, ...query }),
  createCompany: ({ principal, body }) => service.create(principal, body),
  getCompany: ({ principal, params }) => service.get(principal.workspaceId, params.id),
  updateCompany: ({ principal, params, body }) => service.update(principal, params.id, body),
  deleteCompany: ({ principal, params }) => service.delete(principal.workspaceId, params.id),
});
