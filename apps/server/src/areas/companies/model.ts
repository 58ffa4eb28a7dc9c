import type { JsonObject } from "@trilho/engine/contract";

/** What people and integrations say of a company. */
export interface CompanyValues {
  name: string;
  /** Without scheme, `www.` and path, in lower case: `acme.com`. */
  domain: string | null;
  /** Brazil's number of a company, as it was written. */
  cnpj: string | null;
  industry: string | null;
  website: string | null;
  logoUrl: string | null;
  notes: string | null;
}

/** A company as stored. Instants are ISO 8601. */
export interface StoredCompany extends CompanyValues {
  id: string;
  /** By slug. */
  customFields: JsonObject;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
}

/** What is unknown is null. */
export type NewCompany = Pick<CompanyValues, "name"> &
  Partial<CompanyValues> & { createdBy: string | null; customFields?: JsonObject };

/** `taken`: another company has the CNPJ. */
export type CompanyInserted =
  | { outcome: "inserted"; company: StoredCompany }
  | { outcome: "taken"; company: StoredCompany };

/** The CNPJ without punctuation, by which companies are identified; null where there is nothing in it. */
export const cnpjKey = (cnpj: string | null | undefined): string | null =>
  cnpj?.replaceAll(/[^0-9A-Za-z]/g, "").toUpperCase() || null;

/** `https://www.Acme.com/about` and `acme.com` are the same domain; null for blank text. */
export const normaliseDomain = (text: string | null | undefined): string | null =>
  text
    ?.trim()
    .toLowerCase()
    .replace(/[^/?#]*:\/\//, "")
    .replace(/[/?#].*/s, "")
    .replace(/^www\./, "") || null;
