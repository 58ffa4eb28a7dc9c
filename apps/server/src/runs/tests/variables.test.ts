import { factsOfDeal, fieldsFor, namesOf, simulateRun, type Facts, type GraphDefinition } from "@trilho/engine";
import { createRenderer, liquidVariables, renderText } from "@trilho/engine/liquid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { addChannel, addKey, deliver, incoming } from "../../app/testing/conversations.ts";
import { startWorld, type World } from "../testing/world.ts";

const PLANS = [
  { value: "2d8f0a4e-8a3f-4c7e-9b52-0c1d2e3f4a5b", label: "Gold" },
  { value: "7b1c9d2e-1f2a-4b3c-8d4e-5f6a7b8c9d0e", label: "Care & more" },
];
const FIELDS = [
  { fieldType: "text", slug: "note" },
  { fieldType: "select", slug: "plan", options: PLANS },
  { fieldType: "multi_select", slug: "extras", options: PLANS },
  { fieldType: "members", slug: "team" },
  { fieldType: "member_field", slug: "seller" },
  { fieldType: "number", slug: "size" },
  { fieldType: "currency", slug: "budget" },
  { fieldType: "boolean", slug: "signed" },
  { fieldType: "date", slug: "visit" },
  { fieldType: "datetime", slug: "call" },
];
const BUTTON = { id: "0b9f3c1e-7a55-4f0e-8f0b-2d5b9e6c1a77", label: "Sim, quero" };
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;
const WORKSPACE = { timeZone: "America/Sao_Paulo", locale: "pt-BR" };
/** A deal that is open and whose contact may be written to has none of these. */
const EMPTY = new Set(["deal.lostReason", "contact.optedOutAt"]);

let world: World;
let offered: ReturnType<typeof liquidVariables>;
/** By the name of the variable. */
const shown = new Map<string, Record<"preview" | "simulator" | "test event" | "real run", string>>();

const get = async (path: string) => (await world.call("GET", path)).body.data;
const post = async (path: string, json: object) => {
  const { status, body } = await world.call("POST", path, { json });
  expect([status, body.fieldErrors]).toEqual([expect.closeTo(200, -1), undefined]);
  return body.data;
};

/** A question, and once it is answered an e-mail with every variable. */
function graphOf(): GraphDefinition {
  const body = offered.map(({ name, expression }) => `${name}=${expression}`).join("\n");
  return {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "ask", type: "action", actionType: "send_whatsapp", config: { text: "?", buttons: [BUTTON] } },
      { id: "act", type: "action", actionType: "send_email", config: { subject: "All", body } },
    ],
    edges: [
      { source: "start", target: "ask" },
      { source: "ask", target: "act", sourceHandle: `btn_${BUTTON.id}` },
    ],
  };
}

const linesOf = (config: unknown): Map<string, string> => {
  const { body } = config as { body: string };
  return new Map(body.split("\n").map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
};

/** Presses the button of the question that is open; answers the e-mail that follows. */
async function pressed(runId: string): Promise<Map<string, string>> {
  const interactive = { type: "button_reply", button_reply: { id: BUTTON.id, title: BUTTON.label } };
  await deliver(world.app, JSON.stringify(incoming("5511987654321", { type: "interactive", interactive })));
  await world.work();
  return linesOf((await world.effect(runId)).config);
}

/** What the simulator and the preview say of a deal that stands as it does now. */
async function simulated(dealSeq: number) {
  const [deal, pipelines, tags, users, customFields] = await Promise.all(
    [`/deals/${dealSeq}`, "/pipelines", "/tags", "/users", "/custom-fields?entity=deal"].map(get),
  );
  const names = namesOf({ pipelines, tags, users, customFields });
  const render = createRenderer({ ...WORKSPACE, names });
  const startAt = deal.lastMessageAt;
  const facts = factsOfDeal(deal);
  const reply = { buttonId: BUTTON.id, text: BUTTON.label };
  const outcomes = { ask: { type: "reply", afterSeconds: 0, reply } as const };
  const { trace, facts: after } = simulateRun(graphOf(), { startAt, facts, outcomes }, { render });
  const sent = trace.find(({ nodeId, rendered }) => nodeId === "act" && rendered !== null);
  return { simulator: linesOf(sent?.rendered), preview: (text: string) => previewed(text, after, startAt) };

  function previewed(text: string, known: Facts, at: string): string {
    return renderText(render, text, known, Date.parse(at)).text;
  }
}

beforeAll(async () => {
  world = await startWorld();
  await addChannel(world, { phoneNumberId: PHONE_NUMBER_ID });
  const { memberId } = await addKey(world);
  for (const field of FIELDS) await post("/custom-fields", { name: field.slug, ...field });
  offered = liquidVariables(fieldsFor(await get("/custom-fields?entity=deal")), WORKSPACE);
  const tags = [world.workspace.tagId];
  for (const name of ["Gold", "Silver"]) tags.push((await post("/tags", { name, color: "#2277ff" })).id);
  const { seq } = await post("/deals", {
    name: "Solar kit",
    value: 1500.5,
    closeProbability: 60,
    expectedCloseAt: "2026-03-31T00:00:00Z",
    phone: "+5511987654321",
    email: "ana@mail.example",
    contactFirstName: "Ana",
    contactLastName: "Souza",
    responsibleUserId: memberId,
    company: { name: "Souza & Co", domain: "souza.example", industry: "Retail" },
    tracking: { utmSource: "google", utmMedium: "cpc", utmCampaign: "summer" },
    tagIds: tags.slice(1),
    customFields: {
      segment: "a",
      note: "As said",
      plan: PLANS[0]?.value,
      extras: PLANS.map(({ value }) => value),
      team: [memberId],
      seller: memberId,
      size: 12.5,
      budget: 900,
      signed: true,
      visit: "2026-02-01",
      call: "2026-02-01T13:30:00Z",
    },
  });
  await world.call("PATCH", `/deals/${seq}`, { json: { coOwnerUserId: memberId } });
  await world.app.opened.db
    .updateTable("contacts")
    .set({ instagram_username: "ana.souza" })
    .where("workspace_id", "=", world.workspace.id)
    .execute();
  const { id } = await post("/automations", {
    name: "All",
    enabled: true,
    triggerType: "tag_added",
    graphDefinition: graphOf(),
  });
  await world.work();
  await post(`/deals/${seq}/tags`, { tagId: tags[0] });
  await world.work();
  const live = await pressed((await world.run(id)).id);
  const { simulator, preview } = await simulated(seq);
  const { runId } = await post(`/automations/${id}/try`, { dealSeq: seq });
  await world.work();
  const tried = await pressed(runId);
  const again = await simulated(seq);
  for (const { name, expression } of offered) {
    // Each run has the answer that came in it.
    const isOfRun = name === "deal.lastMessageAt" && again.simulator.get(name) === tried.get(name);
    shown.set(name, {
      preview: preview(expression),
      simulator: simulator.get(name) ?? "",
      "test event": (isOfRun ? live : tried).get(name) ?? "",
      "real run": live.get(name) ?? "",
    });
  }
});
afterAll(() => world.close());

describe("every variable that the picker offers", () => {
  it("is told by preview, simulator, test event and real run in the same words, and never by an id", () => {
    expect(shown.size).toBe(offered.length);
    for (const [name, { "real run": real, ...others }] of shown) {
      expect([name, others]).toEqual([name, { preview: real, simulator: real, "test event": real }]);
      expect([name, real]).toEqual([name, expect.not.stringMatching(UUID)]);
      expect([name, real === ""]).toEqual([name, EMPTY.has(name)]);
    }
  });

  it.each([
    ["deal.pipeline", "Sales"],
    ["deal.tags", "Gold, Silver, VIP"],
    ["deal.responsible", "Rui"],
    ["deal.coOwner", "Rui"],
    ["deal.status", "aberto"],
    ["deal.value", expect.stringMatching(/^R\$\s1\.500,50$/)],
    ["deal.expectedCloseAt", "31 de março de 2026"],
    ["deal.isReturning", "não"],
    ["message.button", BUTTON.label],
    ["deal.customFields.plan", "Gold"],
    ["deal.customFields.extras", "Gold, Care & more"],
    ["deal.customFields.team", "Rui"],
    ["deal.customFields.seller", "Rui"],
    ["deal.customFields.size", "12,5"],
    ["deal.customFields.budget", expect.stringMatching(/^R\$\s900,00$/)],
    ["deal.customFields.signed", "sim"],
    ["deal.customFields.visit", "1 de fevereiro de 2026"],
    ["deal.customFields.call", "1 de fevereiro de 2026 às 10:30"],
  ])("%s reads as a person would write it", (name, text) => {
    expect(shown.get(name)?.["real run"]).toEqual(text);
  });
});
