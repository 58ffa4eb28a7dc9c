import type { Company, CustomField, UpdateCompanyRequest } from "@trilho/contract";
import type { Cursors } from "../../platform/security/cursors.ts";
import { changedValues, definedValues, valueContext, type ValueStores } from "../reference/custom-fields/values.ts";
import { readChangedBetween } from "../../platform/service/bounds.ts";
import { textOf } from "../../platform/service/texts.ts";
import { done, existing, found, invalid, notFound, refused, type Failure } from "../../platform/service/outcome.ts";
import { readPage } from "../../platform/service/page.ts";
import { normaliseDomain, type CompanyValues, type StoredCompany } from "./model.ts";
import type { CompanyStore } from "./port.ts";
import type { Handlers } from "../../platform/service/handlers.ts";

type CompanyOperation = "listCompanies" | "createCompany" | "getCompany" | "updateCompany" | "deleteCompany";

const WHAT = "company";
const takenBy = (company: StoredCompany): Failure => ({
  code: "CONFLICT",
  message: "Another company of this workspace has this CNPJ.",
  details: existing(WHAT, company),
});

interface CompanyServiceParts {
  store: ValueStores & { companies: CompanyStore };
  cursors: Cursors;
}

/** Companies of one workspace. Their permissions are their own; deals' visibility does not narrow them. */
export function createCompanyService({ store, cursors }: CompanyServiceParts): Pick<Handlers, CompanyOperation> {
  const { companies, reference } = store;

  const presented = async (workspaceId: string, company: StoredCompany): Promise<Company> =>
    presentCompany(company, await reference.customFields(workspaceId, "company"));

  return {
    async listCompanies({ principal: { workspaceId, timeZone }, query: { limit, cursor, ...query } }) {
      const { between, problems } = readChangedBetween(query, timeZone);
      if (problems.length > 0) return refused(invalid(problems));
      const [search, domain, cnpj] = [query.search, query.domain, query.cnpj].map(textOf);
      const filter = { ...between, ...(search && { search }), ...(domain && { domain }), ...(cnpj && { cnpj }) };
      const definitions = await reference.customFields(workspaceId, "company");
      return readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId, operationId: "listCompanies", filters: { ...query } },
        read: (count, after) => companies.list(workspaceId, filter, timeZone, count, after),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
        present: (company) => presentCompany(company, definitions),
      });
    },

    async getCompany({ principal: { workspaceId }, params: { id } }) {
      const company = await companies.get(workspaceId, id);
      return found(company && (await presented(workspaceId, company)), WHAT);
    },

    async createCompany({ principal, body }) {
      const { workspaceId, memberId } = principal;
      const context = await valueContext(store, principal, "company", body.customFields);
      const { values: customFields, problems } = changedValues(body.customFields, {}, context);
      if (problems.length > 0) return refused(invalid(problems));
      const values = { ...givenValues(body), name: body.name.trim(), customFields, createdBy: memberId };
      const { outcome, company } = await companies.insert(workspaceId, values);
      return outcome === "taken" ? refused(takenBy(company)) : done(await presented(workspaceId, company));
    },

    async updateCompany({ principal, params: { id }, body }) {
      const { workspaceId } = principal;
      const context = await valueContext(store, principal, "company", body.customFields);
      const result = await companies.change(workspaceId, id, (current) => {
        const { values: customFields, problems } = changedValues(body.customFields, current.customFields, context);
        return problems.length > 0 ? refused(invalid(problems)) : done({ ...givenValues(body), customFields });
      });
      if (result === null) return refused(notFound(WHAT));
      if ("taken" in result) return refused(takenBy(result.taken));
      return result.ok ? done(await presented(workspaceId, result.value)) : result;
    },

    deleteCompany: async ({ principal: { workspaceId }, params: { id } }) =>
      (await companies.delete(workspaceId, id)) ? done(null) : refused(notFound(WHAT)),
  };
}

/** The resource of the API. */
const presentCompany = (company: StoredCompany, definitions: readonly CustomField[]): Company => ({
  id: company.id,
  name: company.name,
  domain: company.domain,
  cnpj: company.cnpj,
  industry: company.industry,
  website: company.website,
  logoUrl: company.logoUrl,
  notes: company.notes,
  customFields: definedValues(company.customFields, definitions),
  createdAt: company.createdAt,
  updatedAt: company.updatedAt,
});

const TEXTS = ["cnpj", "industry", "website", "logoUrl", "notes"] as const;

/** A body as it is stored: texts trimmed, blank ones null. */
const givenValues = (body: UpdateCompanyRequest): Partial<CompanyValues> => ({
  ...(body.name !== undefined && { name: body.name.trim() }),
  ...(body.domain !== undefined && { domain: normaliseDomain(body.domain) }),
  ...Object.fromEntries(TEXTS.filter((key) => body[key] !== undefined).map((key) => [key, textOf(body[key])])),
});
