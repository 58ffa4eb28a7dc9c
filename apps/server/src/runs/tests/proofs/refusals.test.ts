import { factsOfDeal, simulateRun, type ActionType, type GraphDefinition, type JsonObject } from "@trilho/engine";
import type { WorkspaceStage } from "@trilho/engine/contract";
import { createRenderer } from "@trilho/engine/liquid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addChannel } from "../../../app/testing/conversations.ts";
import { storeStage } from "../../../testing/stored.ts";
import { addDeal, automation, off } from "../../testing/acting.ts";
import { startWorld, type World } from "../../testing/world.ts";

let world: World;
let stages: WorkspaceStage[];
beforeAll(async () => {
  world = await startWorld({ isConnected: false, allowPrivate: false });
  await addChannel(world);
  const { id: workspace_id, pipelineId, stageIds } = world.workspace;
  const { db } = world.app.opened;
  const place = { workspace_id, pipeline_id: pipelineId };
  await storeStage(db, place, { seq: 8, status: "won", id: WON });
  await storeStage(db, place, { seq: 9, status: "lost", id: LOST });
  stages = [
    ...stageIds.map((id) => ({ id, pipelineId })),
    { id: WON, pipelineId, isWon: true },
    { id: LOST, pipelineId, isLost: true },
  ];
});
afterAll(() => world.close());

const [WON, LOST] = ["00000000-0000-4000-8000-000000000008", "00000000-0000-4000-8000-000000000009"];
const WEB = "https://cdn.example/";
const buttons = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `b${index}`, label: `B${index}` }));

const graphOf = (actionType: ActionType, config: JsonObject): GraphDefinition => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "act", type: "action", actionType, config },
  ],
  edges: [{ source: "start", target: "act" }],
});

it.each<[ActionType, JsonObject, contact?: object]>([
  ["send_whatsapp", { templateName: "hi", mediaLink: `${WEB}a.mp3` }],
  ["send_whatsapp", { templateName: "hi", mediaAssetId: "file" }],
  ["send_whatsapp", { text: "Hi", buttons: buttons(2), mediaLink: `${WEB}a.webp` }],
  ["send_whatsapp", { text: "Hi", buttons: buttons(11) }],
  ["send_whatsapp", { text: "Hi", buttons: buttons(4), mediaLink: `${WEB}a.jpg` }],
  ["send_whatsapp", { buttons: buttons(2), mediaLink: `${WEB}a.jpg` }],
  ["send_whatsapp", { mediaLink: "ftp://cdn.example/a.jpg" }],
  ["send_whatsapp", { mediaLink: "{{ deal.name }}" }],
  ["send_whatsapp", { text: "{{ deal.lostReason }}" }],
  ["send_whatsapp", { text: "Hi" }, { phone: null }],
  ["send_whatsapp", { text: "Hi" }, { blocked: true }],
  ["send_whatsapp", { text: "Hi" }, { optedOut: true }],
  ["send_whatsapp", { text: "Hi", buttons: buttons(11) }, { optedOut: true }],
  ["send_email", { subject: "Hi", to: "nobody" }],
  ["send_email", { subject: "Hi", to: " ; " }],
  ["send_email", { subject: "Hi", to: "{{ deal.name }}" }],
  ["send_email", { subject: "Hi", replyTo: "sales" }],
  ["send_email", { subject: "{{ deal.lostReason }}", body: "{{ deal.lostReason }}" }],
  ["send_email", { subject: "Hi" }, { email: null }],
  ["send_email", { subject: "Hi" }, { blocked: true }],
  ["send_email", { subject: "Hi", to: "{{ contact.email }}, bia@acme.example" }, { optedOut: true }],
  ["webhook", { url: "crm.example.com/in" }],
  ["webhook", { url: "{{ deal.name }}" }],
  ["move_stage", { targetStageId: LOST }],
  ["move_stage", { targetStageId: LOST, lostReason: " " }],
  ["move_stage", { targetStageId: WON, lostReason: "Price" }],
  ["create_lead", { stageId: WON, name: "Next" }],
  ["add_co_owner", {}],
])("%s %j fails in life and in the simulator for one reason: %j", async (actionType, config, contact) => {
  const { simulated, run } = await both(actionType, config, contact);
  expect(run[0]).toBe("failed");
  expect(simulated).toEqual(run);
});

it.each<[ActionType, JsonObject, contact?: object]>([
  ["send_whatsapp", { text: "Hi", mediaLink: ` ${WEB}a.jpg ` }],
  ["send_email", { subject: "Hi", to: "ana@acme.example; bia@acme.example" }],
  ["send_email", { subject: "Hi", replyTo: " sales@acme.example " }],
  ["send_email", { subject: "Hi", to: "bia@acme.example" }, { blocked: true, email: null }],
  ["move_stage", { targetStageId: LOST, lostReason: "{{ deal.name }}" }],
  ["move_stage", { targetStageId: WON }],
])("%s %j is carried out in life and in the simulator: %j", async (actionType, config, contact) => {
  const { simulated, run } = await both(actionType, config, contact);
  expect([simulated[0], run[0]]).toEqual(["completed", "completed"]);
});

/** How one action ends for a new deal, and why: in the simulator, and in a run of the server with its own actions. */
async function both(actionType: ActionType, config: JsonObject, contact?: object) {
  const { id } = await automation(world, actionType, config);
  const { seq, contactId } = await addDeal(world);
  if (contact) expect((await world.call("PATCH", `/contacts/${contactId}`, { json: contact })).status).toBe(200);
  const { body } = await world.call("GET", `/deals/${seq}`);
  const scenario = { startAt: "2026-03-02T12:00:00Z", facts: factsOfDeal(body.data), stages };
  const { status, trace } = simulateRun(graphOf(actionType, config), scenario, { render: createRenderer() });
  await world.work();
  await off(world, id);
  const run = await world.run(id);
  return { simulated: [status, trace.at(-1)?.why.params["failure"]], run: [run.status, run.lastFailure] };
}
