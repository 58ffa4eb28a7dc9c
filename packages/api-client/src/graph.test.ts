import type { GraphDefinition as EngineGraph, JsonObject as EngineObject } from "@trilho/engine/contract";
import { expectTypeOf, it } from "vitest";
import type { GraphDefinition, JsonObject } from "./graph.ts";

it("has the engine's types of a graph, without depending on it", () => {
  expectTypeOf<GraphDefinition>().toEqualTypeOf<EngineGraph>();
  expectTypeOf<JsonObject>().toEqualTypeOf<EngineObject>();
});
