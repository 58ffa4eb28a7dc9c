import { type Kysely, sql } from "kysely";
import { cnpjKey, normaliseDomain } from "./model.ts";
import type { CompanyFilter, CompanyStore } from "./port.ts";
import { done } from "../../platform/service/outcome.ts";
import { changedBetween } from "../../platform/database/changed-between.ts";
import { before, containing, fold } from "../../platform/database/columns.ts";
import { companyColumns, findCompanyByCnpj, insertCompany, toCompany, type CompanyRow } from "./company-rows.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { nextSeq } from "../../platform/database/workspace-rows.ts";

const NOW = sql<Date>`now()`;

export function createCompanyStore(db: Kysely<Database>): CompanyStore {
  return {
    async list(workspaceId, filter, timeZone, limit, after) {
      let query = selectFiltered(db, workspaceId, filter).where(changedBetween("companies", filter, timeZone));
      if (after !== null) query = query.where(before("companies.created_at", "companies.id", after));
      const rows = await query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
      return rows.map(toCompany);
    },

    async get(workspaceId, id) {
      const row = await rowOf(db, workspaceId, id).executeTakeFirst();
      return row === undefined ? null : toCompany(row);
    },

    insert: (workspaceId, company) => inTransaction(db, (trx) => insertCompany(trx, workspaceId, company)),

    change: (workspaceId, id, decide) =>
      inTransaction(db, async (trx) => {
        // New companies and changed numbers wait for each other: nobody gets a CNPJ between the look and the writing.
        await nextSeq(trx, workspaceId, "company", 0);
        const row = await heldRow(trx, workspaceId, id);
        if (row === undefined) return null;
        const current = toCompany(row);
        const decision = decide(current);
        if (!decision.ok) return decision;
        const next = { ...current, ...decision.value };
        const other = await findCompanyByCnpj(trx, workspaceId, next.cnpj);
        if (other !== null && other.id !== id) return { taken: other };
        const changed = await trx
          .updateTable("companies")
          .set({ ...companyColumns(next), custom_fields: JSON.stringify(next.customFields), updated_at: NOW })
          .where("workspace_id", "=", workspaceId)
          .where("id", "=", id)
          .returningAll()
          .executeTakeFirstOrThrow();
        return done(toCompany(changed));
      }),

    delete: (workspaceId, id) =>
      inTransaction(db, async (trx) => {
        if ((await heldRow(trx, workspaceId, id)) === undefined) return false;
        for (const table of ["contacts", "deals"] as const) {
          await trx
            .updateTable(table)
            .set({ company_id: null, updated_at: NOW })
            .where("workspace_id", "=", workspaceId)
            .where("company_id", "=", id)
            .execute();
        }
        await trx.deleteFrom("companies").where("workspace_id", "=", workspaceId).where("id", "=", id).execute();
        return true;
      }),
  };
}

function selectFiltered(db: Kysely<Database>, workspaceId: string, { search, domain, cnpj }: CompanyFilter) {
  let query = db.selectFrom("companies").selectAll().where("workspace_id", "=", workspaceId);
  if (search !== undefined) query = query.where("search_text", "like", containing(fold(search)));
  if (domain !== undefined) {
    query = query.where(sql<boolean>`lower(domain collate "C") = lower(${normaliseDomain(domain)}::text collate "C")`);
  }
  return cnpj === undefined ? query : query.where("cnpj_key", "=", cnpjKey(cnpj));
}

const rowOf = (db: Kysely<Database>, workspaceId: string, id: string) =>
  db.selectFrom("companies").selectAll().where("workspace_id", "=", workspaceId).where("id", "=", id);

/** The row, held until the transaction ends: nobody puts a contact or deal into it meanwhile. */
const heldRow = async (trx: Kysely<Database>, workspaceId: string, id: string): Promise<CompanyRow | undefined> =>
  rowOf(trx, workspaceId, id).forUpdate().executeTakeFirst();
