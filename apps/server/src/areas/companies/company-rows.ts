import { randomUUID } from "node:crypto";
import type { JsonObject } from "@trilho/engine/contract";
import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import {
  cnpjKey,
  normaliseDomain,
  type CompanyInserted,
  type CompanyValues,
  type NewCompany,
  type StoredCompany,
} from "./model.ts";
import { fold, foldCase, iso } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { nextSeq } from "../../platform/database/workspace-rows.ts";

export type CompanyRow = Selectable<Database["companies"]>;

const NOTHING_SAID: Omit<CompanyValues, "name"> = {
  domain: null,
  cnpj: null,
  industry: null,
  website: null,
  logoUrl: null,
  notes: null,
};

/** Adds a company, unless another one has its CNPJ; the surrounding transaction goes on either way. */
export async function insertCompany(
  trx: Kysely<Database>,
  workspaceId: string,
  company: NewCompany,
): Promise<CompanyInserted> {
  // A number is given to one company at a time, also by changes of others.
  if (cnpjKey(company.cnpj) !== null) await nextSeq(trx, workspaceId, "company", 0);
  const row = await trx
    .insertInto("companies")
    .values({
      workspace_id: workspaceId,
      id: randomUUID(),
      ...companyColumns({ ...NOTHING_SAID, ...company }),
      custom_fields: JSON.stringify(company.customFields ?? {}),
      created_by: company.createdBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) return { outcome: "inserted", company: toCompany(row) };
  const other = await findCompanyByCnpj(trx, workspaceId, company.cnpj);
  if (other === null) throw new Error("A company was refused although nobody has its CNPJ");
  return { outcome: "taken", company: other };
}

/**
 * The company that is meant by these values, by CNPJ, domain or name, and a new one where there is none. Of writers at
 * the same time one adds it and the others find it: they wait for each other before a second look.
 */
export async function findOrInsertCompany(
  trx: Kysely<Database>,
  workspaceId: string,
  company: NewCompany,
): Promise<StoredCompany> {
  const known = await findCompany(trx, workspaceId, company);
  if (known !== null) return known;
  await nextSeq(trx, workspaceId, "company");
  return (await findCompany(trx, workspaceId, company)) ?? (await insertCompany(trx, workspaceId, company)).company;
}

/**
 * The company with this CNPJ; else the oldest one with this domain or, where none is given, this name in any case. One
 * that has another CNPJ is another company: branches share a domain and a name.
 */
export async function findCompany(
  db: Kysely<Database>,
  workspaceId: string,
  { name, domain, cnpj }: Pick<NewCompany, "name" | "domain" | "cnpj">,
): Promise<StoredCompany | null> {
  const key = cnpjKey(cnpj);
  const byCnpj = key && (await findCompanyByCnpj(db, workspaceId, key));
  if (byCnpj) return byCnpj;
  const host = normaliseDomain(domain);
  const same =
    host === null
      ? sql<SqlBool>`search_name = ${foldCase(name)}`
      : sql<SqlBool>`lower(domain collate "C") = lower(${host}::text collate "C")`;
  return findBy(db, workspaceId, key === null ? same : sql<SqlBool>`${same} and cnpj is null`);
}

export const findCompanyByCnpj = (
  db: Kysely<Database>,
  workspaceId: string,
  cnpj: string | null | undefined,
): Promise<StoredCompany | null> => findBy(db, workspaceId, sql<SqlBool>`cnpj_key = ${cnpjKey(cnpj)}`);

async function findBy(
  db: Kysely<Database>,
  workspaceId: string,
  condition: RawBuilder<SqlBool>,
): Promise<StoredCompany | null> {
  const row = await db
    .selectFrom("companies")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where(condition)
    .orderBy("created_at")
    .orderBy("id")
    .executeTakeFirst();
  return row === undefined ? null : toCompany(row);
}

/** The columns of what people say, with those that companies are looked for by. */
export function companyColumns(values: CompanyValues) {
  const domain = normaliseDomain(values.domain);
  return {
    name: values.name,
    domain,
    cnpj: values.cnpj,
    cnpj_key: cnpjKey(values.cnpj),
    industry: values.industry,
    website: values.website,
    logo_url: values.logoUrl,
    notes: values.notes,
    search_name: foldCase(values.name),
    search_text: fold([values.name, domain, values.cnpj].filter((part) => part !== null).join(" ")),
  };
}

export const toCompany = (row: CompanyRow): StoredCompany => ({
  id: row.id,
  name: row.name,
  domain: row.domain,
  cnpj: row.cnpj,
  industry: row.industry,
  website: row.website,
  logoUrl: row.logo_url,
  notes: row.notes,
  // Held to their definitions when they were written.
  customFields: row.custom_fields as JsonObject,
  createdBy: row.created_by,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});
