import { RESOURCES } from "../resources.ts";
import { GraphDefinition } from "../resources/automation.ts";
import { ROUTES } from "../routes.ts";
import { emitClient } from "./client.ts";
import { emitResourceTypes, emitTypes, type TypeSource } from "./types.ts";

const source = (graphTypes: string): TypeSource => ({
  resources: RESOURCES,
  routes: ROUTES,
  imported: { [graphTypes]: { GraphDefinition } },
});

/** The text of every file made from the contract, by its path below `packages/`. */
export function generatedFiles(): Record<string, string> {
  // The client brings the graph's types along: it depends on nothing.
  const ofClient = source("../graph.ts");
  return {
    "contract/src/generated/types.ts": emitTypes(source("@trilho/engine/contract")),
    "api-client/src/generated/types.ts": emitResourceTypes(ofClient),
    "api-client/src/generated/resources.ts": emitClient(ofClient, {
      types: "./types.ts",
      calls: "../transport/call.ts",
    }),
  };
}
