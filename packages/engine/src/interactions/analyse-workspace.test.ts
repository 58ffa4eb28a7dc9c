import { cpuUsage } from "node:process";
import { describe, expect, it } from "vitest";
import { ptBR } from "../messages/pt-br.ts";
import { slowness } from "../testing/processor-time.ts";
import { simulateWorkspace } from "../workspace/simulate-workspace.ts";
import { action, automation, line, tag } from "../workspace/testing/scenarios.ts";
import type { WorkspaceAutomation } from "../workspace/types.ts";
import { analyseWorkspace, showsFinding, startAnalysis } from "./analyse-workspace.ts";
import { describeFinding } from "./describe-finding.ts";
import { analysed, ask, INNOCENT, on, owner, STAGES, untag, when } from "./testing/steps.ts";
import { scenarioOfWitness } from "./witness/types.ts";

const named = (kind: string, id: string) => (kind === "tag" && id === "x" ? "Quente" : null);

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
    expect(counts).toEqual({ shown: 0, proved: 0, possible: 1 });
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

  it("about one automation may be that it starts itself", () => {
    const lead = action("lead", "create_lead", { stageId: "new", copyContact: false });
    const workspace = { automations: [automation("a", "deal_created", line(lead))], stages: STAGES };
    expect(analyseWorkspace(workspace, { about: "a" }).findings.map(({ code }) => code)).toEqual(["loop"]);
  });

  it("is worded in both languages, with what things are called", () => {
    const [finding] = analysed(automations).findings;
    if (finding === undefined) throw new Error("nothing was found");
    expect(describeFinding(finding)).toBe("“a” adds the tag “x”, and “b” takes it off at once.");
    expect(describeFinding(finding, ptBR, named)).toBe("“a” adiciona a tag “Quente”, e “b” a remove logo em seguida.");
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

  it("whose stages are gone starts nothing there, and that is all that is told", () => {
    const automations = ["a", "b"].map((id) => automation(id, "stage_entered", line(ask(id)), on({ stageId: "moon" })));
    const { findings, counts } = analysed(automations);
    expect(findings.map(({ code, shown, proved }) => [code, shown, proved])).toEqual([
      ["never-starts", null, true],
      ["never-starts", null, true],
    ]);
    expect(counts).toEqual({ shown: 0, proved: 2, possible: 0 });
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

  it("of 1,000 automations that all start each other is looked at in steps that keep others waiting for no time", () => {
    const many = Array.from({ length: 1000 }, (_, at) => automation(`a${at}`, "deal_updated", line(owner(`u${at}`))));
    const analysis = startAnalysis({ automations: many }, { budget: 150 });
    const steps: number[] = [];
    for (let isOver = false; !isOver;) {
      const before = cpuUsage();
      isOver = analysis.go(1);
      const { user, system } = cpuUsage(before);
      steps.push((user + system) / 1000);
    }
    // Thirty milliseconds on an idle core; the collector of memory may come in between.
    expect(Math.max(...steps) / slowness()).toBeLessThan(100);
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
