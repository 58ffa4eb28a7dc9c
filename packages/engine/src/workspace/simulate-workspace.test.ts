import { describe, expect, it } from "vitest";
import type { GraphDefinition, GraphNode } from "../contract/definition.ts";
import { describeReason } from "../messages/describe.ts";
import { simulateWorkspace, startWorkspace } from "./simulate-workspace.ts";
import { action, ask, at, automation, happened, line, move, moved, scenario, tag, wait } from "./testing/scenarios.ts";
import type { WorkspaceResult, WorkspaceScenario } from "./types.ts";

const told = ({ runs }: WorkspaceResult) =>
  runs.map(({ automationId, status, depth }) => `${automationId} ${depth} ${status}`);
const steps = ({ runs }: WorkspaceResult, index: number) =>
  runs[index]?.steps.map((entry) => `${entry.at.slice(5, 16)} ${entry.nodeId} ${entry.handle}`);

describe("what an action changes", () => {
  it.each<[name: string, act: GraphNode, event: string]>([
    ["a tag that is added", tag("gold"), "tag_added"],
    ["a stage that is entered", move("proposal"), "stage_entered"],
    ["a stage that is left", move("proposal"), "stage_left"],
    ["a stage that wins the deal", move("won"), "deal_won"],
    ["a value that changes", action("owner", "assign_responsible", { userId: "maria" }), "deal_updated"],
    [
      "a custom field",
      action("set", "set_custom_field", { fieldSlug: "roof", value: "metal" }),
      "custom_field_changed",
    ],
    ["a new deal", action("lead", "create_lead", { stageId: "new" }), "deal_created"],
  ])("%s starts what listens to it", (_, act, event) => {
    const result = simulateWorkspace(
      scenario([automation("first", "task_completed", line(act)), automation("second", event, line())], {
        events: [happened("task_completed")],
      }),
    );
    expect(result.runs.map(({ automationId, depth }) => [automationId, depth])).toEqual([
      ["first", 0],
      ["second", 1],
    ]);
  });

  it.each<[name: string, act: GraphNode]>([
    ["the stage that the deal is in", move("new")],
    ["a tag that it lacks", action("untag", "remove_tag", { tagIds: ["gold"] })],
  ])("%s is no event where nothing changes", (_, act) => {
    const { events } = simulateWorkspace(
      scenario([automation("first", "task_completed", line(act))], { events: [happened("task_completed")] }),
    );
    expect(events.map(({ type }) => type)).toEqual(["task_completed"]);
  });

  it("is read by the conditions of other runs of the deal", () => {
    const isGold = { combinator: "and", rules: [{ field: "deal.tagIds", operator: "contains", value: "gold" }] };
    const gate: GraphNode = { id: "gate", type: "condition", condition: { branches: [{ id: "gold", query: isGold }] } };
    const graph = line(wait("pause", 3600), gate);
    const result = simulateWorkspace(
      scenario(
        [
          automation("waits", "task_completed", {
            ...graph,
            edges: [...(graph.edges ?? []), { source: "gate", sourceHandle: "branch_gold", target: "done" }],
            nodes: [...graph.nodes, { id: "done", type: "end" }],
          }),
          automation("tags", "stage_entered", line(tag("gold"))),
        ],
        { events: [happened("task_completed"), { ...moved(9, "proposal"), at: "2026-01-05T09:30:00Z" }] },
      ),
    );
    expect(steps(result, 0)?.slice(-2)).toEqual(["01-05T10:00 gate branch_gold", "01-05T10:00 done null"]);
  });

  it("puts a deal into the stage's pipeline, and wins or loses it", () => {
    const { deals } = simulateWorkspace(
      scenario([automation("a", "task_completed", line(move("kick-off"), wait("w", 60), move("won")))], {
        events: [happened("task_completed")],
      }),
    );
    expect(deals["d1"]?.deal).toMatchObject({ stageId: "won", pipelineId: "sales", status: "won" });
  });

  it.each([
    ["a stage that is gone", move("moon"), "The stage does not exist any more."],
    ["a lost stage without a reason", move("lost"), /reason/],
  ])("fails as in life for %s", (_, act, message) => {
    const { runs } = simulateWorkspace(
      scenario([automation("a", "task_completed", line(act))], { events: [happened("task_completed")] }),
    );
    expect(runs[0]?.status).toBe("failed");
    const why = runs[0]?.steps.at(-1)?.why;
    expect(why && describeReason(why)).toMatch(message);
  });
});

describe("automations that start each other", () => {
  it("end after ten of a chain, and the refusal is kept", () => {
    const result = simulateWorkspace(
      scenario(
        [
          automation("there", "stage_entered", line(move("proposal")), { triggerConfig: { stageId: "new" } }),
          automation("back", "stage_entered", line(move("new")), { triggerConfig: { stageId: "proposal" } }),
        ],
        { events: [moved(9, "proposal")] },
      ),
    );
    expect(told(result)).toHaveLength(11);
    expect(result.runs.at(-1)).toMatchObject({ depth: 10, status: "skipped" });
    expect(result.error).toBeNull();
  });

  it("name the run and the step that raised an event", () => {
    const { events } = simulateWorkspace(
      scenario([automation("a", "task_completed", line(tag("gold")))], { events: [happened("task_completed")] }),
    );
    expect(events.map(({ type, raisedBy }) => [type, raisedBy])).toEqual([
      ["task_completed", null],
      ["tag_added", { runId: "r1", nodeId: "tag-gold" }],
    ]);
  });

  it("share the turns of a round robin between their runs", () => {
    const exits = { exits: [{ id: "a" }, { id: "b" }] };
    const graph: GraphDefinition = {
      version: 2,
      nodes: [
        { id: "start", type: "trigger" },
        { id: "rr", type: "round_robin", config: exits },
      ],
      edges: [{ source: "start", target: "rr" }],
    };
    const result = simulateWorkspace(
      scenario([automation("a", "task_completed", graph)], {
        events: [9, 10, 11].map((hour) => happened("task_completed", hour)),
      }),
    );
    expect(
      result.runs.map(({ steps: taken }) => taken.find(({ nodeId, handle }) => nodeId === "rr" && handle)?.handle),
    ).toEqual(["rr_a", "rr_b", "rr_a"]);
  });

  it("end each other's runs of a deal, and never their own", () => {
    const stop = action("stop", "stop_automations");
    const result = simulateWorkspace(
      scenario(
        [
          automation("waits", "task_completed", line(wait("pause", 86_400))),
          automation("stops", "deal_won", line(stop, tag("done"))),
        ],
        { events: [happened("task_completed"), moved(12, "won")] },
      ),
    );
    expect(result.runs.map(({ status, endedAt }) => [status, endedAt])).toEqual([
      ["cancelled", "2026-01-05T12:00:00.000Z"],
      ["completed", "2026-01-05T12:00:00.000Z"],
    ]);
  });
});

describe("what a contact writes", () => {
  const two = [
    automation("early", "task_completed", line(ask("offer"), tag("early"))),
    automation("late", "stage_entered", line(ask("survey"), tag("late"))),
  ];
  const events = [happened("task_completed", 9), moved(10, "proposal")];

  it("answers the run that asked last, and the other one goes on waiting", () => {
    const outcome = { type: "reply", afterSeconds: 7200, reply: { text: "Yes" } } as const;
    const result = simulateWorkspace(scenario(two, { events, outcomes: { early: { offer: outcome } } }));
    expect(result.messages).toEqual([
      {
        at: "2026-01-05T11:00:00.000Z",
        contactId: "ana",
        reply: { text: "Yes" },
        meantFor: { runId: "r1", nodeId: "offer" },
        takenBy: { runId: "r2", nodeId: "survey" },
      },
    ]);
    expect(result.deals["d1"]?.deal?.["tagIds"]).toEqual(["late"]);
    expect(steps(result, 0)?.at(-2)).toBe("01-06T09:00 offer timeout");
  });

  it("answers the run that started last, of those that asked at one instant", () => {
    const waits = [wait("first", 3600), wait("second", 3600)];
    const early = automation("early", "task_completed", line(...waits, ask("offer")));
    const late = automation("late", "stage_entered", line(wait("pause", 5400), ask("survey")));
    const { messages } = simulateWorkspace(
      scenario([early, late], {
        events: [
          happened("task_completed", 9),
          { ...moved(9, "proposal"), at: "2026-01-05T09:30:00Z" },
          { type: "message", at: at(12), contactId: "ana", reply: { text: "Yes" } },
        ],
      }),
    );
    expect(messages[0]?.takenBy).toEqual({ runId: "r2", nodeId: "survey" });
  });

  it("answers the run whose button was pressed, whoever asked last", () => {
    const offer = { ...ask("offer"), config: { text: "Well?", buttons: [{ id: "yes", label: "Yes" }] } };
    const result = simulateWorkspace(
      scenario([automation("early", "task_completed", line(offer, tag("early"))), ...two.slice(1)], {
        events,
        outcomes: { early: { offer: { type: "reply", afterSeconds: 7200, reply: { buttonId: "yes" } } } },
      }),
    );
    expect(result.messages[0]?.takenBy).toEqual({ runId: "r1", nodeId: "offer" });
    expect(result.deals["d1"]?.deal?.["tagIds"]).toEqual(["early"]);
  });

  it("starts automations as well, about the contact's newest open deal", () => {
    const result = simulateWorkspace(
      scenario(
        [automation("hears", "message_received", line(tag("wrote")), { triggerConfig: { keywords: ["sim"] } })],
        {
          deals: ["d1", "d2", "d3"].map((id) => ({
            id,
            contactId: "ana",
            facts: { stageId: id === "d3" ? "won" : "new" },
          })),
          events: [
            { type: "message", at: at(9), contactId: "ana", reply: { text: "Assim não" } },
            { type: "message", at: at(10), contactId: "ana", reply: { text: "Sim!" } },
          ],
        },
      ),
    );
    expect(result.runs.map(({ dealId }) => dealId)).toEqual(["d2"]);
  });
});

describe("time", () => {
  it("makes a deal idle once, whatever automations do about it", () => {
    const reminder = automation("reminds", "deal_idle", line(tag("idle")), { triggerConfig: { idleSeconds: 86_400 } });
    const result = simulateWorkspace(scenario([reminder], { events: [moved(12, "proposal")] }));
    expect(result.runs.map(({ startedAt }) => startedAt)).toEqual(["2026-01-06T12:00:00.000Z"]);
  });

  it("ends at `until`: what still waits goes on waiting", () => {
    const result = simulateWorkspace(
      scenario([automation("a", "task_completed", line(wait("pause", 60 * 86_400)))], {
        events: [happened("task_completed")],
      }),
    );
    expect(result.runs[0]).toMatchObject({ status: "waiting", endedAt: null });
  });

  it("is the workspace's where a wait lasts until a weekday and hour", () => {
    const until = { kind: "weekday", days: [3], at: "09:00" };
    const pause: GraphNode = { id: "pause", type: "wait", config: { delaySeconds: 60, until } };
    const { runs } = simulateWorkspace(
      scenario([automation("a", "task_completed", line(pause))], {
        timeZone: "America/Sao_Paulo",
        events: [happened("task_completed")],
      }),
    );
    expect(runs[0]?.endedAt).toBe("2026-01-07T12:00:00.000Z");
  });

  it("may pass part by part, to the same end", () => {
    const input = scenario([automation("a", "task_completed", line(wait("w", 60), tag("x"), wait("v", 60)))], {
      events: [9, 10, 11].map((hour) => happened("task_completed", hour)),
    });
    const simulation = startWorkspace(input);
    let parts = 1;
    while (!simulation.go(2)) parts += 1;
    expect(parts).toBeGreaterThan(3);
    expect(simulation.result()).toEqual(simulateWorkspace(input));
  });
});

const owner = (userId: string) => line(action("owner", "assign_responsible", { userId }));

describe("a workspace that cannot be simulated", () => {
  it.each<[name: string, given: unknown, code: string]>([
    ["nothing", null, "invalid-scenario"],
    ["no lists", {}, "invalid-scenario"],
    ["an end that is no instant", { ...scenario([]), until: "soon" }, "invalid-scenario"],
    ["a deal without facts", { ...scenario([]), deals: [{ id: "d" }] }, "invalid-scenario"],
    ["an outcome that is none", { ...scenario([]), outcomes: { a: { b: { type: "maybe" } } } }, "invalid-scenario"],
    ["an event without an instant", { ...scenario([]), events: [{ type: "message" }] }, "invalid-scenario"],
    ["hours of no zone", { ...scenario([]), businessHours: { timeZone: "Moon", days: [] } }, "unknown-time-zone"],
  ])("by %s is told, and nothing is thrown", (_, given, code) => {
    expect(simulateWorkspace(given as WorkspaceScenario).error?.code).toBe(code);
  });

  it("names automations whose graph cannot run, and lets the others", () => {
    const { unknown, runs } = simulateWorkspace(
      scenario(
        [
          automation("broken", "task_completed", { version: 2, nodes: [] }),
          automation("sound", "task_completed", line(tag("x"))),
        ],
        { events: [happened("task_completed")] },
      ),
    );
    expect(unknown).toEqual(["broken"]);
    expect(runs.map(({ automationId }) => automationId)).toEqual(["sound"]);
  });

  it("is given up after so many moves", () => {
    const input = scenario([automation("a", "task_completed", line(tag("x")))], {
      events: [9, 10, 11].map((hour) => happened("task_completed", hour)),
    });
    expect(simulateWorkspace(input, { stepBudget: 2 }).error?.code).toBe("step-budget");
  });

  it("is given up within one instant, too, where runs start more and more others", () => {
    const input = scenario(
      ["ana", "maria", "joao"].map((userId) => automation(userId, "deal_updated", owner(userId))),
      { events: [moved(9, "proposal")] },
    );
    const { error, runs } = simulateWorkspace(input, { stepBudget: 1000 });
    expect(error?.code).toBe("step-budget");
    expect(runs.length).toBeLessThan(3000);
  });

  it("says why an event started nothing, where it is asked for", () => {
    const input = scenario(
      [automation("a", "task_completed", line(), { triggerConfig: { assigneeUserId: "maria" } })],
      { events: [happened("task_completed", 9, { assigneeUserId: "joao" })] },
    );
    const [event] = simulateWorkspace(input, { explain: true }).events;
    expect(event?.refused).toMatchObject([
      { automationId: "a", reason: { code: "settings", params: { seen: "joao", asked: "maria" } } },
    ]);
  });
});
