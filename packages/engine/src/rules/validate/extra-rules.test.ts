import { describe, expect, it } from "vitest";
import type { ExtraRule } from "./extra-rule.ts";
import { end, graph, trigger, wait } from "../testing/graphs.ts";
import { validateGraph } from "./validate.ts";

const noEnds: ExtraRule = {
  code: "no-ends",
  severity: "error",
  *run({ definition }) {
    for (const [index, { id, type }] of definition.nodes.entries()) {
      if (type !== "end") continue;
      const fixes = [
        {
          title: "Make it a wait",
          safe: false,
          patch: [{ op: "replace" as const, path: `/nodes/${index}`, value: { ...wait(id) } }],
        },
        { title: "Make it worse", safe: false, patch: [{ op: "remove" as const, path: "/nodes/0" }] },
      ];
      yield { message: "No ends here.", path: `/nodes/${index}`, nodeId: id, fixes };
    }
  },
};
const sound = graph([trigger(), end()], ["start > done"]);

describe("a host's own rules", () => {
  it("are told with the engine's problems, with those of their fixes that prove good", () => {
    expect(validateGraph(sound, { extraRules: [noEnds] })).toMatchObject({
      valid: false,
      problems: [
        {
          code: "no-ends",
          severity: "error",
          message: "No ends here.",
          nodeId: "done",
          fixes: [{ title: "Make it a wait" }],
        },
      ],
    });
    expect(validateGraph(sound).valid).toBe(true);
  });

  it("count towards the most problems to report", () => {
    const many: ExtraRule = {
      code: "many",
      severity: "warning",
      *run() {
        for (;;) yield { message: "Again.", path: "" };
      },
    };
    const { problems, truncated } = validateGraph(sound, { extraRules: [many, noEnds], maxProblems: 3 });
    expect([problems.map(({ code }) => code).toSorted(), truncated]).toEqual([["many", "many", "no-ends"], true]);
  });

  it("see only definitions of the right shape, unless they ask for any", () => {
    const seen: ExtraRule = { code: "seen", severity: "warning", run: () => [{ message: "Seen.", path: "" }] };
    const misshapen = { version: 2, nodes: [null, ...sound.nodes] };
    const codes = (rule: ExtraRule) =>
      validateGraph(misshapen, { extraRules: [rule] }).problems.map(({ code }) => code);
    expect(codes(seen)).not.toContain("seen");
    expect(codes({ ...seen, anyShape: true })).toContain("seen");
  });
});

describe("limits", () => {
  it.each([
    ["edges", { edges: 0 }, ["too-many-edges /edges"]],
    ["nodes", { nodes: 1 }, ["too-many-nodes /nodes"]],
    ["waits", { waits: 0 }, []],
  ])("of %s", (_, limits, expected) => {
    const { problems } = validateGraph(sound, { limits });
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual(expected);
  });

  it("there is none on edges by itself", () => {
    const handles = Array.from({ length: 2000 }, (_, index) => ({
      source: "start",
      target: "done",
      sourceHandle: `rr_${index}`,
    }));
    const { problems } = validateGraph({ ...sound, edges: handles }, { maxProblems: 5000 });
    expect(problems.some(({ code }) => code === "too-many-edges")).toBe(false);
  });
});
