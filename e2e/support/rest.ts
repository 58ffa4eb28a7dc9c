import type { Client } from "@trilho/api-client";
import type { BuilderPage } from "../pages/builder-page.ts";
import { chain, configOf, type Graph } from "./graphs.ts";
import { expect } from "./test.ts";

/** The config of the step "Let it rest" of `chain()`. */
export const days = (count: number) => ({ delaySeconds: count * 86_400 });

/** `chain()` whose wait takes so many days. */
export function resting(count: number): Graph {
  const graph = chain();
  const rest = graph.nodes[1];
  if (rest?.config) Object.assign(rest.config, days(count));
  return graph;
}

/** Sets how many days that step waits. */
export async function restFor(builder: BuilderPage, amount: string): Promise<void> {
  await builder.canvas.select("Let it rest");
  await builder.inspector.field("Wait for").fill(amount);
}

export async function expectRest(builder: BuilderPage, amount: string): Promise<void> {
  await builder.canvas.select("Let it rest");
  await expect(builder.inspector.field("Wait for")).toHaveValue(amount);
}

/** What of it the server stores. */
export async function storedRest(api: Client, id: string): Promise<Record<string, unknown>> {
  return configOf((await api.automations.get(id)).graphDefinition, "Let it rest");
}
