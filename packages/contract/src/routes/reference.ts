import { Type } from "typebox";
import { envelope } from "../envelopes.ts";
import { CustomField } from "../resources/custom-field.ts";
import { Pipeline } from "../resources/pipeline.ts";
import { Tag } from "../resources/tag.ts";
import { User } from "../resources/user.ts";
import type { Route } from "../route.ts";

const read = {
  group: "Reference",
  method: "GET",
  permission: null,
  features: ["API_ACCESS"],
  unknownQuery: "ignored",
} as const;

export const REFERENCE_ROUTES = {
  listPipelines: {
    ...read,
    client: "pipelines.list",
    path: "/pipelines",
    summary: "Pipelines with their stages, in display order",
    success: { status: 200, schema: envelope(Type.Array(Pipeline)) },
    errors: [401, 403, 429],
  },
  getPipeline: {
    ...read,
    client: "pipelines.get",
    path: "/pipelines/{seq}",
    summary: "One pipeline with its stages",
    params: Type.Object({ seq: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    success: { status: 200, schema: envelope(Pipeline) },
    errors: [400, 401, 403, 404, 429],
  },
  listTags: {
    ...read,
    client: "tags.list",
    path: "/tags",
    summary: "Tags",
    success: { status: 200, schema: envelope(Type.Array(Tag)) },
    errors: [401, 403, 429],
  },
  listCustomFields: {
    ...read,
    client: "customFields.list",
    path: "/custom-fields",
    summary: "Custom field definitions, of one entity or all",
    query: Type.Object({ entity: Type.Optional(Type.String({ maxLength: 100 })) }),
    success: { status: 200, schema: envelope(Type.Array(CustomField)) },
    errors: [400, 401, 403, 429],
  },
  getCustomField: {
    ...read,
    client: "customFields.get",
    path: "/custom-fields/{id}",
    summary: "One custom field definition, of any entity",
    params: Type.Object({ id: Type.String() }),
    success: { status: 200, schema: envelope(CustomField) },
    errors: [401, 403, 404, 429],
  },
  listUsers: {
    ...read,
    client: "users.list",
    path: "/users",
    summary: "Members of the workspace",
    success: { status: 200, schema: envelope(Type.Array(User)) },
    errors: [401, 403, 429],
  },
} as const satisfies Record<string, Route>;
