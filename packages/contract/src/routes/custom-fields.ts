import { Type } from "typebox";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { envelope } from "../envelopes.ts";
import {
  CreateCustomFieldRequest,
  CustomField,
  FIELD_ENTITIES,
  UpdateCustomFieldRequest,
} from "../resources/custom-field.ts";
import type { Route } from "../route.ts";
import { described, oneOf } from "../schema.ts";
import { idOf } from "./parameters.ts";
import { namedBy, toldWhere } from "./used.ts";

const group = { group: "Reference", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const read = { ...group, method: "GET", permission: null } as const;
const settings = { ...group, permission: "settings.pipelines" } as const;

const byId = Type.Object({ id: idOf("the custom field", EXAMPLE_IDS.customField) });

export const CUSTOM_FIELD_ROUTES = {
  listCustomFields: {
    ...read,
    client: "customFields.list",
    path: "/custom-fields",
    summary: "Custom field definitions, of one entity or all",
    description:
      "All of them at once, in display order. Options of `members` fields are the workspace's members, made at " +
      "every reading; `inactive` ones are there to resolve old values.",
    query: Type.Object({
      entity: Type.Optional(described(oneOf(FIELD_ENTITIES), "What the fields are of; of all by default.")),
    }),
    unknownValues: { entity: "reject" },
    success: { status: 200, schema: envelope(Type.Array(CustomField)) },
    errors: [400, 401, 403, 429],
  },
  createCustomField: {
    ...settings,
    client: "customFields.create",
    method: "POST",
    path: "/custom-fields",
    summary: "Define a custom field, of deals by default",
    description:
      "Type, entity and slug never change later. Without `slug` it is made from the name, and options without " +
      "`value` get theirs from the label. A taken slug is a 409.",
    body: CreateCustomFieldRequest,
    success: { status: 201, schema: envelope(CustomField) },
    errors: [400, 401, 403, 409, 429],
  },
  getCustomField: {
    ...read,
    client: "customFields.get",
    path: "/custom-fields/{id}",
    summary: "One custom field definition, of any entity",
    description: "With its options, its settings and the rule by which it is shown.",
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
    description:
      "What is left out stays; `options` are replaced as a whole. Entity, type and slug are accepted as they are, " +
      "so that a field can be sent back as it was read. " +
      toldWhere("its name changes"),
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
    description: `Rules, milestones and settings that name it lose it. ${namedBy("custom-field")}`,
    params: byId,
    success: { status: 204, schema: null },
    errors: [401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
