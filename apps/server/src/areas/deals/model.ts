import type { JsonObject } from "@trilho/engine/contract";
import type { DealField } from "../reference/custom-fields/custom-values.ts";

export type DealStatus = "open" | "won" | "lost";

/** A deal as stored. Instants are ISO 8601. */
export interface StoredDeal extends DealValues {
  id: string;
  seq: number;
  source: string;
  tracking: JsonObject | null;
  isReturning: boolean;
  /** The run of a test event made it. */
  isTest: boolean;
  returnSignaledAt: string | null;
  stageChangedAt: string;
  createdAt: string;
  updatedAt: string;
}

/** What changes in a deal's life. */
export interface DealValues {
  name: string;
  value: number;
  currency: string;
  closeProbability: number;
  status: DealStatus;
  pipelineId: string;
  stageId: string;
  contactId: string | null;
  companyId: string | null;
  responsibleUserId: string;
  coOwnerUserId: string | null;
  /** Where messages go, instead of the workspace's default channel. */
  channelId: string | null;
  lostReason: string | null;
  notes: string | null;
  /** By slug. null: there was a value, which was cleared. */
  customFields: JsonObject;
  metadata: JsonObject | null;
  expectedCloseAt: string | null;
  closedAt: string | null;
}

/** What identifies or describes the person of a deal. `phone` is in E.164. */
export interface ContactInput {
  phone: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  /** Both names come from one full name: without a last name there is none. */
  isFullName: boolean;
}

/** A company said with the deal; blank parts are null. */
export interface CompanyInput {
  name: string;
  domain: string | null;
  cnpj: string | null;
  industry: string | null;
  website: string | null;
  logoUrl: string | null;
  notes: string | null;
}

/** A deal's company: an existing one, or one to be found or made. */
export type CompanyChoice = { id: string } | { inline: CompanyInput };

/** Who takes a deal: a member, or the next by round robin among these in this pipeline. */
export type ResponsibleChoice = { userId: string } | { turn: { pipelineId: string; userIds: readonly string[] } };

/** A deal that may be made; what only the database can settle is still a wish. */
export interface DealPlan {
  /** Without one, the contact's or the company's name, else its number. */
  name: string | null;
  values: Omit<DealValues, "name" | "contactId" | "companyId" | "responsibleUserId" | "status" | "closedAt">;
  source: string;
  tracking: JsonObject | null;
  contact: ContactInput | null;
  /** Who it is, where that is known: then `contact` is looked for only when this one is gone. */
  contactId?: string | null;
  /** An open deal that this one may stand beside, of the same contact and in the same pipeline. */
  besideDealId?: string | null;
  /** Whether a contact that is known gets what it lacks. */
  fillsContact: boolean;
  company: CompanyChoice | null;
  responsible: ResponsibleChoice;
  tagIds: readonly string[];
}

/** A change that a deal's rules allow. What is not in `set` stays. */
export interface DealChange {
  set: Partial<Omit<DealValues, "contactId" | "companyId" | "responsibleUserId">>;
  contact?: ContactInput;
  /** null takes the company off. */
  company?: CompanyChoice | null;
  responsible?: ResponsibleChoice;
}

/** A deal about to change, with what rules need to know of its contact. */
export interface CurrentDeal extends StoredDeal {
  contact: { phone: string | null; email: string | null } | null;
}

/** What a workspace lets deals be: read once, in one statement, before a deal is made or changed. */
export interface DealCatalogue {
  pipelines: {
    id: string;
    isDefault: boolean;
    isArchived: boolean;
    position: number;
    /** Members with explicit access; empty when everyone has it. */
    access: string[];
  }[];
  /** In order of their pipeline's stages. */
  stages: {
    id: string;
    pipelineId: string;
    position: number;
    isWon: boolean;
    isLost: boolean;
  }[];
  fields: DealField[];
  members: { id: string; active: boolean; role: string }[];
  channelIds: string[];
  /** Whether the company that was asked for is one of the workspace. */
  companyKnown: boolean;
  lossReasons: string[];
  requirements: FieldRequirement[];
}

/** A custom field (by id) or a standard key that deals must have in these stages; milestones are among them. */
export interface FieldRequirement {
  field: string;
  stageIds: string[];
}
