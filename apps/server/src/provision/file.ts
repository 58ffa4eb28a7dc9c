import type { BusinessHours, JsonObject } from "@trilho/engine/contract";
import type { Role } from "../platform/security/principal.ts";

/** A provisioning file. What a file leaves out stays as it is in a workspace that exists, and takes its default in a new one. */
export interface ProvisionFile {
  workspaces: ProvisionWorkspace[];
}

export interface ProvisionWorkspace {
  /** Names the workspace from one application to the next. */
  slug: string;
  name: string;
  /** IANA name. Default `America/Sao_Paulo`. */
  timeZone?: string;
  /** BCP 47. Default `pt-BR`. */
  locale?: string;
  features?: string[];
  quotas?: Record<string, number>;
  members?: ProvisionMember[];
  businessHours?: { timeZone?: string; days: BusinessHours["days"] } | null;
  channels?: ProvisionChannel[];
  lossReasons?: string[];
  automationReview?: boolean;
}

export interface ProvisionMember {
  /** Names the member within the workspace, in any case. */
  email: string;
  name: string;
  role: Role;
  permissions?: { allow?: string[]; deny?: string[] };
  visibility?: "all" | "own";
  active?: boolean;
  keys?: ProvisionKey[];
  calendars?: ProvisionCalendar[];
}

/** A calendar elsewhere. `url` is a secret; where it is published as iCalendar. */
export interface ProvisionCalendar {
  url: string;
  source: string;
}

/** `secret` is the whole key as clients send it; it also names the key from one application to the next. */
export interface ProvisionKey {
  name: string;
  secret: string;
  expiresAt?: string | null;
  revoked?: boolean;
}

export interface ProvisionChannel {
  id: string;
  kind: string;
  name: string;
  phoneNumberId?: string | null;
  /** Of WhatsApp: the account whose templates are asked for. */
  businessAccountId?: string | null;
  isDefault?: boolean;
  templates?: ProvisionTemplate[];
}

/** `components` as Meta's Graph API has them. Approved where nothing else is said. */
export interface ProvisionTemplate {
  name: string;
  language: string;
  category?: string;
  status?: string;
  components: JsonObject[];
}

/** One mistake: a JSON Pointer (or line and column) in the file, and what is wrong there. */
export interface Mistake {
  place: string;
  message: string;
}

/** A file that was not applied. Every mistake is a line of the message, with the file's name and the place. */
export class ProvisionError extends Error {
  override name = "ProvisionError";
  readonly mistakes: readonly Mistake[];

  constructor(fileName: string, mistakes: readonly Mistake[]) {
    super(mistakes.map(({ place, message }) => `${fileName}${place === "" ? "" : `:${place}`}: ${message}`).join("\n"));
    this.mistakes = mistakes;
  }
}
