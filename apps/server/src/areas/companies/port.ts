import type { JsonObject } from "@trilho/engine/contract";
import type { ChangedBetween } from "../../platform/service/bounds.ts";
import type { Outcome } from "../../platform/service/outcome.ts";
import type { CompanyInserted, CompanyValues, NewCompany, StoredCompany } from "./model.ts";
import type { Position } from "../../platform/security/cursors.ts";

export interface CompanyFilter extends ChangedBetween {
  /** Part of the name, domain or CNPJ, in any case. */
  search?: string;
  domain?: string;
  cnpj?: string;
}

/** `customFields`: all of them. */
export type CompanyChange = Partial<CompanyValues> & { customFields?: JsonObject };

export interface CompanyStore {
  /** Newest first. Days of the filter are of `timeZone`. */
  list(
    workspaceId: string,
    filter: CompanyFilter,
    timeZone: string,
    limit: number,
    after: Position | null,
  ): Promise<StoredCompany[]>;
  get(workspaceId: string, id: string): Promise<StoredCompany | null>;
  insert(workspaceId: string, company: NewCompany): Promise<CompanyInserted>;
  /**
   * Writes what `decide` makes of the stored company; null when there is none. `taken` names the other company that has
   * the CNPJ.
   */
  change(
    workspaceId: string,
    id: string,
    decide: (current: StoredCompany) => Outcome<CompanyChange>,
  ): Promise<Outcome<StoredCompany> | { taken: StoredCompany } | null>;
  /** Its contacts and deals stay, without it. False when there is none. */
  delete(workspaceId: string, id: string): Promise<boolean>;
}
