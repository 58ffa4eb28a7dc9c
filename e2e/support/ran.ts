import type { Client } from "@trilho/api-client";
import type { Graph } from "./graphs.ts";
import { expect } from "./test.ts";

/** An automation that is on, and a deal that started it; switched off again, so that other tests' deals do not. */
export async function ran(api: Client, graphDefinition: Graph, status: string): Promise<string> {
  const { id } = await api.automations.create({
    name: "Under test",
    triggerType: "deal_created",
    enabled: true,
    graphDefinition,
  });
  await api.deals.create({ name: "Solar kit" });
  await expect
    .poll(async () => (await api.automations.runs(id)).items.map((run) => run.status), { timeout: 20_000 })
    .toContain(status);
  return id;
}
