import { describe, expect, it } from "vitest";
import { action, automation, line, move, tag, wait } from "../workspace/testing/scenarios.ts";
import type { WorkspaceAutomation } from "../workspace/types.ts";
import { analysed, ask, field, INNOCENT, on, owner, say, untag, when } from "./testing/steps.ts";

/** Takes a tag off that was added, and adds another one. */
const passes = (from: string, to: string) =>
  automation(from, "tag_added", line(untag(from), tag(to)), on({ tagIds: [from] }));

/** Writes a day after a proposal. */
const follows = (...steps: Parameters<typeof line>) =>
  automation("follows", "stage_entered", line(wait("day", 86_400), ...steps), on({ stageId: "proposal" }));

type Given = readonly [name: string, automations: WorkspaceAutomation[]];

/** The kinds that were shown, each with the automations in the order of its places. */
const shown = (automations: readonly unknown[]): string[] =>
  analysed(automations)
    .findings.filter((finding) => finding.shown !== null)
    .map(({ code, places }) => `${code}: ${places.map(({ automationId }) => automationId).join(" ")}`);

describe("an answer that another automation takes", () => {
  it.each<Given>([
    [
      "one event starts both",
      [automation("a", "task_completed", line(ask("q"))), automation("b", "task_completed", line(ask("r")))],
    ],
    [
      "the one starts the other",
      [
        automation("a", "task_completed", line(tag("x"), ask("q"))),
        automation("b", "tag_added", line(ask("r")), on({ tagIds: ["x"] })),
      ],
    ],
    [
      "two things happen within the time of the first",
      [
        automation("a", "task_completed", line(ask("q"))),
        automation("b", "stage_entered", line(ask("r")), on({ stageId: "proposal" })),
      ],
    ],
    [
      "a stage and its win",
      [
        automation("a", "stage_entered", line(ask("q")), { scope: "stage", stageId: "new" }),
        automation("b", "deal_won", line(ask("r")), { scope: "pipeline", pipelineId: "sales" }),
      ],
    ],
    [
      "both ask the same of the deal",
      [
        automation("a", "deal_created", line(ask("q")), when("deal.value", ">", 100)),
        automation("b", "deal_created", line(ask("r")), when("deal.value", "<", 200)),
      ],
    ],
    [
      "one asks an hour after the other",
      [
        automation("a", "deal_created", line(ask("q"))),
        automation("b", "deal_created", line(wait("pause", 3600), ask("r"))),
      ],
    ],
    [
      "a word starts both",
      [
        automation("a", "message_received", line(ask("q")), on({ keywords: ["preço"] })),
        automation("b", "message_received", line(ask("r")), on({ keywords: ["visita"] })),
      ],
    ],
    [
      "nothing happens to the deal for as long",
      [automation("a", "deal_idle", line(ask("q"))), automation("b", "deal_idle", line(ask("r")))],
    ],
  ])("is shown where %s", (_, automations) => {
    expect(shown(automations)).toEqual([expect.stringMatching(/^answer-taken: (a b|b a)$/)]);
  });

  it("names the question that was answered first, and the one that took it second", () => {
    const [finding] = analysed([
      automation("late", "deal_created", line(wait("pause", 3600), ask("r"))),
      automation("early", "deal_created", line(ask("q"))),
    ]).findings;
    expect(finding?.places.map(({ automationId, nodeId }) => `${automationId} ${nodeId}`)).toEqual([
      "early q",
      "late r",
    ]);
  });
});

describe("automations that start each other without an end", () => {
  it.each<Given>([
    [
      "two stages",
      [
        automation("a", "stage_entered", line(move("proposal")), on({ stageId: "new" })),
        automation("b", "stage_entered", line(move("new")), on({ stageId: "proposal" })),
      ],
    ],
    [
      "a tag that goes and comes",
      [
        automation("a", "tag_added", line(untag("x")), on({ tagIds: ["x"] })),
        automation("b", "tag_removed", line(tag("x")), on({ tagIds: ["x"] })),
      ],
    ],
    [
      "waits of a day in between",
      [
        automation("a", "stage_entered", line(wait("w", 86_400), move("proposal")), on({ stageId: "new" })),
        automation("b", "stage_entered", line(wait("w", 86_400), move("new")), on({ stageId: "proposal" })),
      ],
    ],
    [
      "a field",
      [
        automation("a", "custom_field_changed", line(field("metal")), on({ fieldSlug: "roof", value: "tile" })),
        automation("b", "custom_field_changed", line(field("tile")), on({ fieldSlug: "roof", value: "metal" })),
      ],
    ],
  ])("are shown: %s", (_, automations) => {
    expect(shown(automations)).toContainEqual(expect.stringMatching(/^loop: (a b|b a)$/));
  });

  it("are shown where one starts itself", () => {
    const lead = action("lead", "create_lead", { stageId: "new", copyContact: false });
    expect(shown([automation("a", "deal_created", line(lead))])).toEqual(["loop: a"]);
  });

  it("are shown where three do", () => {
    expect(shown([passes("x", "y"), passes("y", "z"), passes("z", "x")])).toContain("loop: x y z");
  });

  it.each<Given>([
    ["a tag that is there already", [automation("a", "tag_added", line(tag("x")))]],
    [
      "a deal that may enter once",
      [
        automation("a", "stage_entered", line(move("proposal")), on({ stageId: "new", entry: { again: "once" } })),
        automation("b", "stage_entered", line(move("new")), on({ stageId: "proposal" })),
      ],
    ],
    [
      "conditions that exclude each other",
      [
        automation("a", "stage_entered", line(move("proposal")), {
          ...on({ stageId: "new" }),
          ...when("deal.value", ">", 10),
        }),
        automation("b", "stage_entered", line(move("new")), {
          ...on({ stageId: "proposal" }),
          ...when("deal.value", "<", 5),
        }),
      ],
    ],
  ])("are none where what stops them is %s", (_, automations) => {
    expect(shown(automations).filter((each) => each.startsWith("loop"))).toEqual([]);
  });
});

describe("writes that undo each other", () => {
  it.each<[...Given, places: string]>([
    [
      "a tag, by one event",
      [automation("a", "deal_created", line(tag("x"))), automation("b", "deal_created", line(untag("x")))],
      "a b",
    ],
    [
      "a tag, by the one that starts the other",
      [
        automation("a", "deal_created", line(tag("x"))),
        automation("b", "tag_added", line(untag("x")), on({ tagIds: ["x"] })),
      ],
      "a b",
    ],
    [
      "a stage, by one event",
      [automation("a", "deal_created", line(move("proposal"))), automation("b", "deal_created", line(move("won")))],
      "a b",
    ],
    [
      "a field, by one event",
      [automation("a", "deal_created", line(field("metal"))), automation("b", "deal_created", line(field("tile")))],
      "a b",
    ],
    [
      "who is responsible, by a win and its stage",
      [
        automation("a", "deal_won", line(owner("maria"))),
        automation("b", "stage_entered", line(owner("joao")), on({ stageId: "won" })),
      ],
      "b a",
    ],
    [
      "who is responsible for a deal that is made with a tag",
      [
        automation("a", "deal_created", line(owner("maria"))),
        automation("b", "tag_added", line(owner("joao")), on({ tagIds: ["x"] })),
      ],
      "a b",
    ],
  ])("are shown: %s", (_, automations, places) => {
    expect(shown(automations)).toEqual([`opposite-writes: ${places}`]);
  });
});

describe("a message that is sent twice", () => {
  it.each<[...Given, places: string]>([
    [
      "by two automations of one event",
      [
        automation("a", "deal_lost", line(say("m", "Até logo!"))),
        automation("b", "stage_entered", line(say("n", " até  logo!")), on({ stageId: "lost" })),
      ],
      "a b",
    ],
    [
      "by an automation and what it starts",
      [
        automation("a", "deal_created", line(say("m", "Olá"), tag("x"))),
        automation("b", "tag_added", line(say("n", "Olá"))),
      ],
      "a b",
    ],
  ])("is shown: %s", (_, automations, places) => {
    expect(shown(automations)).toEqual([`same-message: ${places}`]);
  });
});

describe("a message about a stage that the deal has left", () => {
  const isThere = { combinator: "and", rules: [{ field: "deal.stageId", operator: "=", value: "proposal" }] };
  const gate = { id: "gate", type: "condition" as const, condition: { branches: [{ id: "there", query: isThere }] } };

  it.each<Given>([
    [
      "one event starts both",
      [
        follows(say("m", "Our proposal?")),
        automation("moves", "stage_entered", line(move("won")), on({ stageId: "proposal" })),
      ],
    ],
    [
      "it starts the one that moves the deal",
      [
        automation(
          "follows",
          "stage_entered",
          line(tag("x"), wait("day", 86_400), say("m", "Our proposal?")),
          on({ stageId: "proposal" }),
        ),
        automation("moves", "tag_added", line(move("won")), on({ tagIds: ["x"] })),
      ],
    ],
    [
      "the one that moves the deal starts it, and goes on",
      [
        follows(say("m", "Our proposal?")),
        automation("moves", "task_completed", line(move("proposal"), wait("hour", 3600), move("won"))),
      ],
    ],
  ])("is shown where %s", (_, automations) => {
    expect(shown(automations)).toEqual(["moved-on: moves follows"]);
  });

  it.each<Given>([
    [
      "it comes before the move",
      [
        follows(say("m", "Our proposal?")),
        automation("moves", "stage_entered", line(wait("week", 604_800), move("won")), on({ stageId: "proposal" })),
      ],
    ],
    [
      "the stage is asked for again before it",
      [
        {
          ...follows(gate as never, say("m", "Our proposal?")),
          graphDefinition: {
            version: 2,
            nodes: [{ id: "start", type: "trigger" }, wait("day", 86_400), gate as never, say("m", "Our proposal?")],
            edges: [
              { source: "start", target: "day" },
              { source: "day", target: "gate" },
              { source: "gate", sourceHandle: "branch_there", target: "m" },
            ],
          },
        },
        automation("moves", "stage_entered", line(move("won")), on({ stageId: "proposal" })),
      ],
    ],
  ])("is none where %s", (_, automations) => {
    expect(shown(automations)).toEqual([]);
  });
});

describe("automations that do nothing to each other", () => {
  it("have no finding at all", () => {
    expect(analysed(INNOCENT)).toEqual({
      findings: [],
      unreadable: [],
      counts: { shown: 0, proved: 0, possible: 0 },
      complete: true,
    });
  });
});
