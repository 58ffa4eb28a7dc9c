import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contract/json.ts";
import { ptBR } from "../messages/pt-br.ts";
import { simulateWorkspace } from "../workspace/simulate-workspace.ts";
import { action, automation, line, move, scenario, tag, wait } from "../workspace/testing/scenarios.ts";
import type { WorkspaceAutomation } from "../workspace/types.ts";
import { analyseWorkspace, showsFinding, startAnalysis } from "./analyse-workspace.ts";
import { describeFinding } from "./describe-finding.ts";
import { scenarioOfWitness } from "./witness/types.ts";

const STAGES = scenario([]).stages ?? [];
const untag = (tagId: string) => action(`untag-${tagId}`, "remove_tag", { tagIds: [tagId] });
const field = (value: string) => action(`set-${value}`, "set_custom_field", { fieldSlug: "roof", value });
const owner = (userId: string) => action("owner", "assign_responsible", { userId });
const ask = (text: string) => action(text, "send_whatsapp", { text, awaitReply: true });
const say = (id: string, text: string) => action(id, "send_whatsapp", { text });
const when = (name: string, operator: string, value: JsonObject[string]) => ({
  conditions: { combinator: "and", rules: [{ field: name, operator, value }] },
});
const on = (triggerConfig: JsonObject) => ({ triggerConfig });

/** Takes a tag off that was added, and adds another one. */
const passes = (from: string, to: string) =>
  automation(from, "tag_added", line(untag(from), tag(to)), on({ tagIds: [from] }));
const named = (kind: string, id: string) => (kind === "tag" && id === "x" ? "Quente" : null);

type Given = readonly [name: string, automations: WorkspaceAutomation[]];

const analysed = (automations: readonly unknown[], stages = STAGES) =>
  analyseWorkspace({ automations: automations as WorkspaceAutomation[], stages });

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

const INNOCENT: WorkspaceAutomation[] = [
  automation("asks-at-first", "stage_entered", line(ask("Any questions?")), on({ stageId: "new" })),
  automation("welcomes", "deal_created", line(say("hello", "Olá!"), tag("new"))),
  automation("marks", "stage_entered", line(tag("hot")), on({ stageId: "proposal" })),
  automation("unmarks", "stage_left", line(untag("hot")), on({ stageId: "proposal" })),
  automation("forwards", "tag_added", line(move("proposal")), on({ tagIds: ["ready"] })),
  automation("delivers", "deal_won", line(action("lead", "create_lead", { stageId: "kick-off" }))),
  automation("asks", "stage_entered", line(ask("survey"), tag("asked")), on({ stageId: "kick-off" })),
  automation("thanks", "deal_won", line(say("thanks", "Obrigado!"), wait("year", 30_000_000), untag("hot"))),
  automation("owns-large", "deal_created", line(owner("maria")), when("deal.value", ">=", 1000)),
  automation("owns-small", "deal_created", line(owner("joao")), when("deal.value", "<", 1000)),
  automation("greets", "message_received", line(say("hi", "Bom dia")), on({ keywords: ["oi"] })),
  automation(
    "reports",
    "schedule",
    line(action("call", "webhook", { url: "https://acme.example" })),
    on({ cron: "0 9 * * *" }),
  ),
];

describe("automations that do nothing to each other", () => {
  it("have no finding at all", () => {
    expect(analysed(INNOCENT)).toEqual({
      findings: [],
      unreadable: [],
      counts: { shown: 0, possible: 0 },
      complete: true,
    });
  });
});

describe("a finding", () => {
  const automations = [
    automation("a", "deal_created", line(tag("x")), when("deal.value", ">", 10)),
    automation("b", "deal_created", line(untag("x"))),
  ];

  it("is shown by a witness that anybody can replay, of the workspace as it was given", () => {
    const workspace = {
      automations: [...INNOCENT, ...automations].map((each) => ({
        ...each,
        onSince: Date.parse("2030-01-01T00:00:00Z"),
      })),
      stages: STAGES,
    };
    const [finding] = analyseWorkspace(workspace).findings;
    const witness = finding?.shown;
    if (!finding || !witness) throw new Error("nothing was shown");
    expect(JSON.parse(JSON.stringify(witness))).toEqual(witness);
    expect(showsFinding(finding, simulateWorkspace(scenarioOfWitness(witness, workspace)))).toBe(true);
    const alone = { ...workspace, automations: workspace.automations.filter(({ id }) => id !== "b") };
    expect(showsFinding(finding, simulateWorkspace(scenarioOfWitness(witness, alone)))).toBe(false);
  });

  it("is possible, and counted apart, where no simulated deal can be what its rules ask", () => {
    const ofCompany = when("company.industry", "=", "Retail");
    const { findings, counts } = analysed([
      automation("a", "deal_created", line(tag("x")), ofCompany),
      automation("b", "deal_created", line(untag("x")), ofCompany),
    ]);
    expect(findings.map(({ code, shown: witness }) => [code, witness])).toEqual([["opposite-writes", null]]);
    expect(counts).toEqual({ shown: 0, possible: 1 });
  });

  it("is looked for only about one automation, where one is named", () => {
    const more = [
      ...automations,
      automation("c", "deal_won", line(tag("y"))),
      automation("d", "deal_won", line(untag("y"))),
    ];
    const about = (id: string) =>
      analyseWorkspace({ automations: more, stages: STAGES }, { about: id }).findings.length;
    expect([about("a"), about("c"), about("gone")]).toEqual([1, 1, 0]);
  });

  it("is worded in both languages, with what things are called", () => {
    const [finding] = analysed(automations).findings;
    if (finding === undefined) throw new Error("nothing was found");
    expect(describeFinding(finding)).toBe("“a” adds the tag “x”, and “b” takes it off at once.");
    expect(describeFinding(finding, ptBR, named)).toBe(
      "“a” adiciona a etiqueta “Quente”, e “b” a remove logo em seguida.",
    );
  });
});

describe("a workspace", () => {
  it("names automations that cannot be read, and looks at the others", () => {
    const sound = automation("a", "deal_created", line(tag("x")));
    const { unreadable, findings } = analysed([
      null,
      automation("broken", "deal_created", { version: 2, nodes: [] }),
      automation("odd", "deal_created", line(tag("y")), { triggerWindow: { days: 7 } }),
      sound,
      sound,
      automation("b", "deal_created", line(untag("x"))),
    ]);
    expect(unreadable).toEqual(["#1", "broken", "odd", "a"]);
    expect(findings).toHaveLength(1);
  });

  it("may be told without its stages", () => {
    const automations = [automation("a", "deal_won", line(tag("x"))), automation("b", "deal_won", line(untag("x")))];
    expect(analysed(automations, []).counts.shown).toBe(1);
  });

  it("whose stages are gone starts nothing there", () => {
    const automations = ["a", "b"].map((id) => automation(id, "stage_entered", line(ask(id)), on({ stageId: "moon" })));
    expect(analysed(automations).findings).toEqual([]);
  });

  it.each<[name: string, automations: WorkspaceAutomation[]]>([
    [
      "all start each other",
      Array.from({ length: 1000 }, (_, index) => automation(`a${index}`, "deal_updated", line(owner(`u${index}`)))),
    ],
    [
      "all ask",
      Array.from({ length: 1000 }, (_, index) => automation(`a${index}`, "deal_updated", line(ask(`q${index}`)))),
    ],
    [
      "all write the same tag",
      Array.from({ length: 1000 }, (_, index) => automation(`a${index}`, "tag_added", line(tag("x"), untag("x")))),
    ],
  ])("of 1,000 automations that %s is looked at within bounds, and says that there is more", (_, automations) => {
    const { complete, counts } = analyseWorkspace({ automations }, { budget: 100 });
    expect(complete).toBe(false);
    expect(counts.shown).toBeGreaterThan(0);
  });

  it("may be looked at part by part, to the same end", () => {
    const workspace = {
      automations: Array.from({ length: 6 }, (_, at) => automation(`a${at}`, "deal_created", line(ask(`q${at}`)))),
    };
    const analysis = startAnalysis(workspace);
    let parts = 1;
    while (!analysis.go(2)) parts += 1;
    expect(parts).toBeGreaterThan(3);
    expect(analysis.result()).toEqual(analyseWorkspace(workspace));
  });

  it("refuses options that mean nothing, by their names", () => {
    expect(() => analyseWorkspace({ automations: [] }, { budget: -1 })).toThrow(/budget/);
  });
});
