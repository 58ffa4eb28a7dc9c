import { createClient } from "@trilho/api-client";
import { expect } from "vitest";
import type { RunningServer } from "../start-server.ts";

/** The backup was written by the release itself. Each key opens nothing but its demo workspace. */
export const RELEASES = [["0.1.0", "trk_live_NRMZuGQ8hHWpWz5959hdl5_-CpfmTfXde40QLdtO0b0"]] as const;

const SLEEPING = "Waits across an upgrade";
const ASKING = "Asks across an upgrade";

/** What a release left behind is a demo workspace, three deals whose runs sleep, and three whose runs wait for an answer. */
export async function expectRunsToGoOn(server: RunningServer, apiKey: string): Promise<void> {
  const client = createClient({ baseUrl: server.url, apiKey });
  const { items: automations } = await client.automations.list({ limit: 100 });
  const runsOf = async (name: string) => {
    const id = automations.find((each) => each.name === name)?.id ?? "";
    return (await client.automations.runs(id)).items;
  };
  const statusesOf = async (name: string) => (await runsOf(name)).map(({ status }) => status);

  await expect
    .poll(() => statusesOf(SLEEPING), { timeout: 20_000 })
    .toEqual(Array.from({ length: 3 }, () => "completed"));
  expect(await statusesOf(ASKING)).toEqual(Array.from({ length: 3 }, () => "waiting"));
  const { items: deals } = await client.deals.list({ search: "Upgraded" });
  expect(deals.map(({ tags }) => tags.map(({ name }) => name))).toEqual(Array.from({ length: 3 }, () => ["Waited"]));

  for (const deal of deals) {
    const { items: messages } = await client.conversations.listMessages(deal.contact?.phone ?? "");
    const question = messages.find(({ direction }) => direction === "outbound");
    await client.conversations.answer(question?.id ?? "", { type: "button", buttonId: "yes" });
  }
  await expect
    .poll(() => statusesOf(ASKING), { timeout: 20_000 })
    .toEqual(Array.from({ length: 3 }, () => "completed"));
}
