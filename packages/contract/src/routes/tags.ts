import { Type } from "typebox";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { envelope } from "../envelopes.ts";
import { AddDealTagRequest, Tag, WriteTagRequest } from "../resources/tag.ts";
import type { Route } from "../route.ts";
import { dealBySeq, dealSeq, idOf } from "./parameters.ts";
import { namedBy, toldWhere } from "./used.ts";

const reference = { group: "Reference", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const read = { ...reference, method: "GET", permission: null } as const;
const define = { ...reference, permission: "settings.tags" } as const;
const ofDeal = {
  group: "Deals",
  features: ["API_ACCESS"],
  unknownQuery: "ignore",
  permission: "deals.edit",
} as const;

const byId = Type.Object({ id: idOf("the tag", EXAMPLE_IDS.tag) });
const one = { status: 200, schema: envelope(Tag) } as const;

export const TAG_ROUTES = {
  listTags: {
    ...read,
    client: "tags.list",
    path: "/tags",
    summary: "Tags",
    description: "All of them at once, by name.",
    success: { status: 200, schema: envelope(Type.Array(Tag)) },
    errors: [401, 403, 429],
  },
  createTag: {
    ...define,
    client: "tags.create",
    method: "POST",
    path: "/tags",
    summary: "Create a tag; its name must be free",
    description: "Names are compared exactly, after trimming; a taken one is a 409.",
    body: WriteTagRequest,
    success: { status: 201, schema: envelope(Tag) },
    errors: [400, 401, 403, 409, 429],
  },
  getTag: {
    ...read,
    client: "tags.get",
    path: "/tags/{id}",
    summary: "One tag",
    description: "Its name and color.",
    params: byId,
    success: one,
    errors: [401, 403, 404, 429],
  },
  updateTag: {
    ...define,
    client: "tags.update",
    method: "PATCH",
    path: "/tags/{id}",
    summary: "Replace a tag's name and color; both are required",
    description:
      "A body with one of the two is a 400, a name that another tag has a 409. Deals show the change at once. " +
      toldWhere("its name changes"),
    params: byId,
    body: WriteTagRequest,
    success: one,
    errors: [400, 401, 403, 404, 409, 429],
  },
  deleteTag: {
    ...define,
    client: "tags.delete",
    method: "DELETE",
    path: "/tags/{id}",
    summary: "Remove a tag for good, from every deal that has it",
    description: `It is no event of its deals: no automation starts by it. ${namedBy("tag")}`,
    params: byId,
    success: { status: 204, schema: null },
    errors: [401, 403, 404, 429],
  },
  addDealTag: {
    ...ofDeal,
    client: "deals.addTag",
    method: "POST",
    path: "/deals/{seq}/tags",
    summary: "Add a tag to a deal; idempotent",
    description:
      "A tag that the deal has already is answered alike. Automations of `tag_added` start only where it is new.",
    permission: "deals.edit",
    params: dealBySeq(),
    body: AddDealTagRequest,
    success: one,
    errors: [400, 401, 403, 404, 429],
  },
  removeDealTag: {
    ...ofDeal,
    client: "deals.removeTag",
    method: "DELETE",
    path: "/deals/{seq}/tags/{tagId}",
    summary: "Take a tag off a deal",
    description: "404 where the deal does not have it.",
    params: Type.Object({ seq: dealSeq(), tagId: idOf("the tag", EXAMPLE_IDS.dealTag) }),
    success: { status: 204, schema: null },
    errors: [400, 401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
