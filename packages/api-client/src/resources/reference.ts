import type { CustomField, Operations, Pipeline, Tag, User } from "@trilho/contract";
import type { CallOptions, Transport } from "../transport/transport.ts";
import { askList, askOne } from "./shapes.ts";

export interface Pipelines {
  /** In display order, each with its stages. */
  list(options?: CallOptions): Promise<Pipeline[]>;
  get(seq: number, options?: CallOptions): Promise<Pipeline>;
}

export interface Tags {
  list(options?: CallOptions): Promise<Tag[]>;
}

export type CustomFieldListParams = Operations["listCustomFields"]["query"];

export interface CustomFields {
  /** Of one entity (`deal`, `contact`, `company`), or of all. */
  list(params?: CustomFieldListParams, options?: CallOptions): Promise<CustomField[]>;
  get(id: string, options?: CallOptions): Promise<CustomField>;
}

export interface Users {
  list(options?: CallOptions): Promise<User[]>;
}

export const createPipelines = (transport: Transport): Pipelines => ({
  list: (options) => askList(transport, { method: "GET", path: "/pipelines" }, options),
  get: (seq, options) =>
    askOne(transport, { method: "GET", path: `/pipelines/${encodeURIComponent(String(seq))}` }, options),
});

export const createTags = (transport: Transport): Tags => ({
  list: (options) => askList(transport, { method: "GET", path: "/tags" }, options),
});

export const createCustomFields = (transport: Transport): CustomFields => ({
  list: (params, options) =>
    askList(transport, { method: "GET", path: "/custom-fields", query: params ?? {} }, options),
  get: (id, options) => askOne(transport, { method: "GET", path: `/custom-fields/${encodeURIComponent(id)}` }, options),
});

export const createUsers = (transport: Transport): Users => ({
  list: (options) => askList(transport, { method: "GET", path: "/users" }, options),
});
