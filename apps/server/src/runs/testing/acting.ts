import { expect } from "vitest";
import type { World } from "./world.ts";

interface Wanted {
  triggerType?: string;
  triggerConfig?: object;
  /** Edges out of the action beside `next`, by handle: they lead to nodes of that name. */
  handles?: string[];
  outboundChannelId?: string | null;
}

/** An automation of one action, `act`, with an end for each of its handles. */
export async function automation(
  world: World,
  actionType: string,
  config: object,
  { handles = [], ...change }: Wanted = {},
) {
  const ends = ["next", ...handles];
  const body = {
    name: "Welcome",
    enabled: true,
    triggerType: "deal_created",
    ...change,
    graphDefinition: {
      version: 2,
      nodes: [
        { id: "start", type: "trigger" },
        { id: "act", type: "action", actionType, config },
        ...ends.map((id) => ({ id, type: "end" })),
      ],
      edges: [
        { id: "e", source: "start", target: "act" },
        ...ends.map((id) => ({ id: `e_${id}`, source: "act", target: id, sourceHandle: id })),
      ],
    },
  };
  const { status, body: created } = await world.call("POST", "/automations", { json: body });
  expect([status, created.fieldErrors]).toEqual([201, undefined]);
  return created.data as { id: string; secret: string | null };
}

export const off = (world: World, id: string) =>
  world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: false } });

let phones = 0;
const newPhone = (): string => `55119${String(80_000_000 + (phones += 1))}`;

export async function addDeal(world: World, change: object = {}) {
  const contact = { phone: `+${newPhone()}`, email: `ana${phones}@mail.example`, contactFirstName: "Ana" };
  const { body } = await world.call("POST", "/deals", {
    json: { name: "Solar kit", value: 1500, ...contact, ...change },
  });
  return body.data as { id: string; seq: number; contactId: string };
}

/** Lets a new deal start an automation of one action; answers its run after all was done. */
export async function act(world: World, actionType: string, config: object, wanted: Wanted = {}, deal: object = {}) {
  const created = await automation(world, actionType, config, wanted);
  const { id: dealId, seq, contactId } = await addDeal(world, deal);
  await world.work();
  await off(world, created.id);
  const run = await world.run(created.id);
  return { ...created, dealId, seq, contactId, run, effect: await world.effect(run.id) };
}

/** A run that came to its end. */
export const DONE = { status: "completed", currentNodeId: "next", lastError: null };
