import { Type } from "typebox";
import { envelope } from "../envelopes.ts";
import {
  CreateCustomFieldRequest,
  CustomField,
  FIELD_ENTITIES,
  UpdateCustomFieldRequest,
} from "../resources/custom-field.ts";
import type { Route } from "../route.ts";
import { oneOf } from "../schema.ts";

const group = { group: "Reference", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const read = { ...group, method: "GET", permission: null } as const;
const settings = { ...group, permission: "settings.pipelines" } as const;

const byId = Type.Object({ id: Type.String() });

export const CUSTOM_FIELD_ROUTES = {
  listCustomFields: {
    ...read,
    client: "customFields.list",
    path: "/custom-fields",
    summary: "Custom field definitions, of one entity or all",
    query: Type.Object({ entity: Type.Optional(oneOf(FIELD_ENTITIES)) }),
    unknownValues: { entity: "reject" },
    success: { status: 200, schema: envelope(Type.Array(CustomField)) },
    errors: [400, 401, 403, 429],
  },
  createCustomField: {
    ...settings,
    client: "customFields.create",
    method: "POST",
    path: "/custom-fields",
    summary: "Define a custom field, of deals unless told",
    body: CreateCustomFieldRequest,
    success: { status: 201, schema: envelope(CustomField) },
    errors: [400, 401, 403, 409, 429],
  },
  getCustomField: {
    ...read,
    client: "customFields.get",
    path: "/custom-fields/{id}",
    summary: "One custom field definition, of any entity",
    params: byId,
    success: { status: 200, schema: envelope(CustomField) },
    errors: [401, 403, 404, 429],
  },
  updateCustomField: {
    ...settings,
    client: "customFields.update",
    method: "PATCH",
    path: "/custom-fields/{id}",
    summary: "Change a custom field; its entity, type and slug stay",
    params: byId,
    body: UpdateCustomFieldRequest,
    success: { status: 200, schema: envelope(CustomField) },
    errors: [400, 401, 403, 404, 429],
  },
  deleteCustomField: {
    ...settings,
    client: "customFields.delete",
    method: "DELETE",
    path: "/custom-fields/{id}",
    summary: "Remove a custom field; values that deals hold are shown no more",
    params: byId,
    success: { status: 204, schema: null },
    errors: [401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
