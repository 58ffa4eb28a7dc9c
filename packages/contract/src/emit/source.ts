import { RESOURCES } from "../resources.ts";
import { GraphDefinition } from "../resources/automation.ts";
import { ROUTES } from "../routes.ts";
import type { TypeSource } from "./types.ts";

/** What the generated types of this package are made from. */
export const TYPE_SOURCE: TypeSource = {
  resources: RESOURCES,
  routes: ROUTES,
  imported: { "@trilho/engine/contract": { GraphDefinition } },
};
