import type { Schema } from "./schema.ts";

/** Features of a workspace which gate routes (contract, "Feature gates"). Every route needs `API_ACCESS`. */
export const FEATURES = ["API_ACCESS", "ADVANCED_API", "CADENCE", "CALENDAR", "PIPELINE_BEHAVIORS"] as const;
export type Feature = (typeof FEATURES)[number];

/** Permissions of a member (contract, "Authentication"). */
export const PERMISSIONS = [
  "settings.pipelines",
  "settings.tags",
  "contacts.view",
  "contacts.edit",
  "companies.view",
  "companies.edit",
  "companies.delete",
  "deals.edit",
  "whatsapp.view_conversations",
  "automations.view",
  "automations.edit",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * What may be sent under an `Idempotency-Key`. Replacing twice stores the same, but only the first answer tells a secret
 * that it made.
 */
export const KEYED_METHODS: readonly Method[] = ["POST", "PUT"];
export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429;

/** The areas of the API (contract, "What the service does"). */
export const GROUPS = ["Deals", "Calendar", "Conversations", "Cadences", "Automations", "Reference"] as const;
export type Group = (typeof GROUPS)[number];

/** A file sent as `multipart/form-data`, in the part of this name. */
export interface Upload {
  field: string;
  maxBytes: number;
}

/** What becomes of what a request says and the API does not know: passed over, or a 400. */
export type UnknownPolicy = "ignore" | "reject";

/** One row of the route table: all that HTTP, clients and documents need to know of a route. */
export interface Route {
  group: Group;
  /** Where clients put it: `deals.create` is `client.deals.create(…)`. */
  client: string;
  method: Method;
  /** Below `/api/v1`, parameters in braces: `/automations/{id}`. */
  path: string;
  summary: string;
  /** What its callers must know besides, in whole sentences. */
  description: string;
  /** Kept for those who call it; others call what its description names. */
  deprecated?: true;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** A request without a body is taken as one with an empty object. */
  bodyIsOptional?: true;
  /** Instead of a JSON body. */
  upload?: Upload;
  /** `schema` describes the whole answer, envelope included; null when there is no content, or when `binary` content is it. */
  success: { status: 200 | 201 | 204; schema: Schema | null; binary?: true };
  /** Error statuses of the contract for this route. */
  errors: readonly ErrorStatus[];
  /** What the key's member must hold; null is open to any valid key. */
  permission: Permission | null;
  features: readonly Feature[];
  /** Query parameters that the route does not know. */
  unknownQuery: UnknownPolicy;
  /**
   * Values of query parameters that take some values alone, by the parameter's name: those of an `enum`, or what the
   * workspace has. Every such parameter stands here; any other is a filter that may match nothing.
   */
  unknownValues?: Readonly<Record<string, UnknownPolicy>>;
}
