import type { ChangedBetween } from "../changed-between.ts";
import type { Position } from "../model.ts";
import type { CompanyInserted, CompanyValues, NewCompany, StoredCompany } from "./model.ts";

export interface CompanyFilter extends ChangedBetween {
  /** Part of the name, domain or CNPJ, in any case. */
  search?: string;
  domain?: string;
  cnpj?: string;
}

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
  /** Null when there is none; `taken` when another company has the CNPJ. */
  change(
    workspaceId: string,
    id: string,
    values: Partial<CompanyValues>,
  ): Promise<{ outcome: "changed" | "taken"; company: StoredCompany } | null>;
  /** Its contacts and deals stay, without it. False when there is none. */
  delete(workspaceId: string, id: string): Promise<boolean>;
}
