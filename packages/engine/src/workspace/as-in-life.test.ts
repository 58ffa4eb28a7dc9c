import { describe, expect, it } from "vitest";
import type { GraphNode } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import { describeReason } from "../messages/describe.ts";
import { simulateWorkspace } from "./simulate-workspace.ts";
import { action, at, automation, happened, line, move, moved, scenario, tag, wait } from "./testing/scenarios.ts";
import type { Happening, WorkspaceDeal, WorkspaceResult, WorkspaceScenario } from "./types.ts";

const deal = (id: string, stageId: string, facts: JsonObject = {}): WorkspaceDeal => ({
  id,
  contactId: "ana",
  facts: { stageId, ...facts },
});
const lead = (config: JsonObject) => action("lead", "create_lead", config);
const lose = (lostReason?: string) =>
  action("lose", "move_stage", { targetStageId: "lost", ...(lostReason && { lostReason }) });

/** What becomes of an action on a deal of Ana, beside others of hers. */
function act(node: GraphNode, deals: readonly WorkspaceDeal[]): WorkspaceResult {
  const acting = automation("acts", "task_completed", line(node));
  return simulateWorkspace(scenario([acting], { deals, events: [happened("task_completed")] }));
}

const lastWords = ({ runs }: WorkspaceResult): string => {
  const why = runs[0]?.steps.at(-1)?.why;
  return why === undefined ? "" : describeReason(why);
};

describe("a second open deal of a contact in a pipeline", () => {
  it.each<[name: string, node: GraphNode, ...deals: WorkspaceDeal[]]>([
    ["by a move from another pipeline", move("kick-off"), deal("d1", "new"), deal("d2", "kick-off")],
    ["by a move that opens a closed one", move("new"), deal("d1", "won"), deal("d2", "new")],
    ["by a lead", lead({ stageId: "kick-off" }), deal("d1", "new"), deal("d2", "kick-off")],
    ["by a lead from a closed deal", lead({ stageId: "new" }), deal("d1", "won"), deal("d2", "proposal")],
  ])("is refused %s", (_, node, ...deals) => {
    const result = act(node, deals);
    expect(result.runs[0]?.status).toBe("failed");
    expect(lastWords(result)).toMatch(/open deal/);
    expect(Object.keys(result.deals)).toHaveLength(2);
  });

  it.each<[name: string, node: GraphNode, ...deals: WorkspaceDeal[]]>([
    ["moves within its pipeline", move("proposal"), deal("d1", "new"), deal("d2", "new")],
    ["moves to where it is over", move("won"), deal("d1", "kick-off"), deal("d2", "new")],
    ["is made beside the run's own", lead({ stageId: "new" }), deal("d1", "proposal"), deal("d2", "new")],
    ["is nobody's", lead({ stageId: "kick-off", copyContact: false }), deal("d1", "new"), deal("d2", "kick-off")],
  ])("may be one that %s", (_, node, ...deals) => {
    expect(act(node, deals).runs[0]?.status).toBe("completed");
  });

  it.each<[name: string, happening: Happening]>([
    ["a deal of theirs", { type: "deal_created", at: at(9), deal: deal("d3", "new") }],
    ["a move", moved(9, "new")],
  ])("is not brought about by people: %s that would is not done", (_, happening) => {
    const deals = [deal("d1", "won"), deal("d2", "new")];
    const { events, deals: after } = simulateWorkspace(scenario([], { deals, events: [happening] }));
    expect(events).toEqual([]);
    expect(Object.values(after).map((facts) => facts.deal?.["stageId"])).toEqual(["won", "new"]);
  });
});

describe("a lead", () => {
  it.each<[name: string, config: JsonObject, words: RegExp]>([
    ["a stage that is gone", { stageId: "moon" }, /stage does not exist/],
    ["a stage where deals are won", { stageId: "won" }, /final/],
    ["a pipeline that is gone", { pipelineId: "moon" }, /pipeline does not exist/],
  ])("is not made for %s", (_, config, words) => {
    const result = act(lead(config), [deal("d1", "new")]);
    expect(result.runs[0]?.status).toBe("failed");
    expect(lastWords(result)).toMatch(words);
  });

  it.each<[given: JsonObject, value: number]>([
    [{}, 0],
    [{ value: null }, 0],
    [{ value: 15 }, 15],
    [{ value: "15" }, 15],
  ])("made with %j has the value %i, and has entered its stage just now", (config, value) => {
    const { deals } = act(lead({ stageId: "new", ...config }), [deal("d1", "new")]);
    expect(deals["r1:lead"]?.deal).toMatchObject({
      value,
      currency: "BRL",
      stageChangedAt: "2026-01-05T09:00:00.000Z",
    });
  });
});

describe("a new deal", () => {
  it("is given its tags one by one, in the order of their ids, which automations hear", () => {
    const happening = {
      type: "deal_created",
      at: at(9),
      deal: deal("d2", "new", { tagIds: ["new", "gold"] }),
    } as const;
    const { events } = simulateWorkspace(scenario([], { deals: [], events: [happening] }));
    expect(events.map(({ type, payload }) => payload["tagId"] ?? type)).toEqual([
      "deal_created",
      "stage_entered",
      "gold",
      "new",
    ]);
  });
});

describe("a lost deal", () => {
  const lost = deal("d1", "lost", { lostReason: "price" });

  it("stays lost without being asked for a reason anew", () => {
    const { runs, deals } = act(lose(), [lost]);
    expect(runs[0]?.status).toBe("completed");
    expect(deals["d1"]?.deal?.["lostReason"]).toBe("price");
  });

  it("is the only kind that a reason is for", () => {
    const node = action("move", "move_stage", { targetStageId: "proposal", lostReason: "price" });
    expect(lastWords(act(node, [deal("d1", "new")]))).toMatch(/reason/);
  });
});

const idle = (id: string, rest: Parameters<typeof automation>[3] = {}, node: GraphNode = tag(id)) =>
  automation(id, "deal_idle", line(node), { triggerConfig: { idleSeconds: 3600 }, ...rest });
const startsOf = (input: WorkspaceScenario) =>
  simulateWorkspace({ ...input, until: at(23) }).runs.map(
    ({ automationId, dealId, startedAt }) => `${startedAt.slice(11, 16)} ${automationId} ${dealId}`,
  );

describe("an idle deal", () => {
  it.each(["instagram_comment", "schedule", "incoming_webhook"])("is idle whatever comes by %s", (event) => {
    const events = [happened(event, 0)].map((each) => ({ ...each, at: "2026-01-05T00:30:00Z" }));
    expect(startsOf(scenario([idle("i")], { events }))).toEqual(["01:00 i d1"]);
  });

  it("is not while somebody does its tasks", () => {
    const events = [{ ...happened("task_completed"), at: "2026-01-05T00:30:00Z" }];
    expect(startsOf(scenario([idle("i")], { events }))).toEqual(["01:30 i d1"]);
  });

  it("is idle once, however much happened to it at one instant", () => {
    const writes = { type: "message", at: at(9), contactId: "ana", reply: { text: "Hi" } } as const;
    const makes = automation("makes", "message_received", line(lead({ copyContact: false })));
    const events = [moved(9, "proposal"), writes];
    expect(startsOf(scenario([makes, idle("i")], { events })).slice(1)).toEqual([
      "09:00 makes d1",
      "10:00 i d1",
      "10:00 i r2:lead",
    ]);
  });

  it("is found with all others by one automation, and then by the next", () => {
    const moves = idle("moves", {}, move("proposal"));
    const deals = ["d1", "d2"].map((id) => ({ id, facts: { stageId: "new" } }));
    expect(startsOf(scenario([moves, idle("tags")], { deals })).slice(0, 4)).toEqual([
      "01:00 moves d1",
      "01:00 moves d2",
      "01:00 tags d1",
      "01:00 tags d2",
    ]);
  });

  it("is none of an automation in whose scope it is not", () => {
    const there = { scope: "stage" as const, stageId: "proposal" };
    const { events } = simulateWorkspace(scenario([idle("there", there)], { until: at(2) }));
    expect(events).toEqual([]);
  });
});

describe("what a contact comments", () => {
  it("is about their newest open deal, where none is named", () => {
    const comment = { type: "event", at: at(9), event: "instagram_comment", contactId: "ana" } as const;
    const deals = [deal("d1", "new"), deal("d2", "kick-off"), deal("d3", "won")];
    const { events } = simulateWorkspace(scenario([], { deals, events: [comment, { ...comment, dealId: null }] }));
    expect(events.map(({ dealId }) => dealId)).toEqual(["d2", null]);
  });
});

const NINE = Date.parse(at(9));
const timed = (rest: Parameters<typeof automation>[3]) =>
  automation("a", "schedule", line(wait("pause", 60)), { triggerConfig: { forEachDeal: true }, ...rest });

describe("a schedule's time", () => {
  const deals = [
    deal("d2", "new"),
    deal("d1", "kick-off"),
    { id: "d3", facts: { stageId: "proposal" } },
    deal("d4", "won"),
  ];
  const made: Happening = { type: "deal_created", at: at(8), deal: { id: "d0", facts: { stageId: "new" } } };
  const told: Happening = { type: "event", at: at(9), event: "schedule", payload: { automationId: "a" } };
  const other = automation("other", "schedule", line(), { triggerConfig: { forEachDeal: true } });

  it.each<[name: string, rest: Parameters<typeof automation>[3], started: (string | null)[], dealId?: string]>([
    ["every open deal, the oldest first", {}, ["d2", "d1", "d3", "d0"]],
    ["those of a pipeline", { scope: "pipeline", pipelineId: "sales" }, ["d2", "d3", "d0"]],
    ["those of a stage", { scope: "stage", stageId: "proposal" }, ["d3"]],
    ["the one that is named", {}, ["d1"], "d1"],
    ["none, where the one that is named is won", {}, [], "d4"],
    ["none, where the one that is named is gone", {}, [], "d9"],
    ["nobody, where it does not ask for each deal", { triggerConfig: null }, [null]],
  ])("starts its automation for %s", (_, rest, started, dealId) => {
    const events = [made, { ...told, ...(dealId !== undefined && { dealId }) }];
    const { runs } = simulateWorkspace(scenario([timed(rest), other], { deals, events }));
    expect(runs.map((run) => run.dealId)).toEqual(started);
    expect(
      runs.filter(({ automationId, startedAt }) => automationId !== "a" || Date.parse(startedAt) !== NINE),
    ).toEqual([]);
  });

  it("brings each deal's place and contact", () => {
    const { events } = simulateWorkspace(scenario([timed({})], { deals, events: [told] }));
    expect(events[0]).toMatchObject({
      contactId: "ana",
      payload: { automationId: "a", pipelineId: "sales", stageId: "new" },
    });
    expect(events[2]?.contactId).toBeNull();
  });
});

describe("a lead that nobody is named for", () => {
  const asked = automation("a", "message_received", line(lead({ stageId: "new", copyContact: false })));
  const writes = [9, 10, 11].map((hour): Happening => ({
    type: "message",
    at: at(hour),
    contactId: "ana",
    reply: { text: "Hi" },
  }));
  const takers = (rest: Partial<WorkspaceScenario>) => {
    const { deals } = simulateWorkspace(scenario([asked], { deals: [], events: writes, ...rest }));
    return Object.values(deals).map((facts) => facts.deal?.["responsibleUserId"]);
  };
  const members = [{ id: "caio" }, { id: "bia" }, { id: "ana", active: false }];

  it.each<[name: string, rest: Partial<WorkspaceScenario>, taken: (string | null)[]]>([
    ["all who are active, by turns", { members }, ["bia", "caio", "bia"]],
    ["who is next", { members, pipelines: [{ id: "sales", lastTurn: "bia" }] }, ["caio", "bia", "caio"]],
    ["those with access", { members, pipelines: [{ id: "sales", access: ["caio", "ana"] }] }, ["caio", "caio", "caio"]],
    [
      "all, where nobody with access is left",
      { members, pipelines: [{ id: "sales", access: ["ana"] }] },
      ["bia", "caio", "bia"],
    ],
    ["nobody, where no members are told", {}, [null, null, null]],
  ])("goes to %s", (_, rest, taken) => {
    expect(takers(rest)).toEqual(taken);
  });

  it("goes to who is responsible for the run's deal, and takes no turn", () => {
    const events = [happened("task_completed")];
    const copies = automation("a", "task_completed", line(lead({ stageId: "kick-off" })));
    const deals = [deal("d1", "new", { responsibleUserId: "dora" })];
    const { deals: after } = simulateWorkspace(scenario([copies], { deals, events, members }));
    expect(after["r1:lead"]?.deal?.["responsibleUserId"]).toBe("dora");
  });
});

/** What becomes of a run of these steps. */
const statusOf = (...nodes: GraphNode[]) =>
  simulateWorkspace(
    scenario([automation("a", "task_completed", line(...nodes))], { events: [happened("task_completed")] }),
  ).runs[0]?.status;

describe("a conversation", () => {
  it("is there to be closed once somebody was written to", () => {
    const send = action("send", "send_whatsapp", { text: "Hi" });
    const close = action("close", "close_conversation");
    expect(statusOf(close)).toBe("failed");
    expect(statusOf(send, wait("pause", 60), close)).toBe("completed");
  });
});
