import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import { simulateRun } from "../simulate/simulate-run.ts";
import { processorTime } from "../testing/processor-time.ts";
import { checkTemplate } from "./check.ts";
import { createRenderer } from "./renderer.ts";
import { loop, MEGABYTE, WORST_CONFIGS, WORST_FACTS } from "./testing/worst-configs.ts";

const AT = Date.parse("2026-01-05T12:00:00Z");
/** The worst of 1 MB ends within this, in ms of the processor: nothing else happens in a process meanwhile. */
const GOAL = 100;

/** The least of some times: what else the machine does is not counted. */
function leastTime(work: () => unknown): number {
  let least = Infinity;
  for (let round = 0; round < 5 && least >= GOAL / 2; round += 1) least = Math.min(least, processorTime(work));
  return least;
}

describe("the worst configs of 1 MB", () => {
  it.each(WORST_CONFIGS)("%s", (_, config) => {
    expect(JSON.stringify(config).length).toBeLessThan(1.2 * MEGABYTE);
    const render = createRenderer({ timeZone: "America/Sao_Paulo", locale: "pt-BR" });
    expect(leastTime(() => render.render(config, WORST_FACTS, AT))).toBeLessThan(GOAL);
  });

  it("cost the same whatever was rendered before", () => {
    const texts = Array.from({ length: 200 }, (_, index) => `{% for i in (1..200) %}${index}{% endfor %}`);
    const render = createRenderer();
    const first = render.render({ texts }, WORST_FACTS, AT);
    expect(first.issues.length).toBeGreaterThan(0);
    for (let round = 0; round < 3; round += 1) expect(render.render({ texts }, WORST_FACTS, AT)).toEqual(first);
    expect(createRenderer().render({ texts }, WORST_FACTS, AT)).toEqual(first);
  });
});

describe("a run of many costly configs", () => {
  const costly = { title: loop("{{ event.text | url_encode | size }}") };
  const chain = (count: number): GraphDefinition => {
    const ids = Array.from({ length: count }, (_, index) => `n${index}`);
    return {
      version: 2,
      nodes: [
        { id: "start", type: "trigger" },
        ...ids.map((id) => ({ id, type: "action" as const, actionType: "create_task" as const, config: costly })),
      ],
      edges: ids.map((target, index) => ({ source: index === 0 ? "start" : `n${index - 1}`, target })),
    };
  };

  it("takes no longer than a few of them", () => {
    const render = createRenderer();
    const simulate = (count: number) => () =>
      simulateRun(chain(count), { startAt: "2026-01-05T12:00:00Z", facts: WORST_FACTS }, { render });
    expect(simulate(49)().status).toBe("completed");
    expect(leastTime(simulate(49))).toBeLessThan(4 * GOAL);
  });

  it("leaves enough to each for a message that people read", () => {
    const config = {
      title: `${"<p>Hello, </p>".repeat(1000)}{% for t in deal.tags %}{{ t }}{% endfor %}{{ deal.name | upcase }}`,
    };
    const { nodes, edges = [] } = chain(49);
    const { trace } = simulateRun(
      { version: 2, nodes: nodes.map((node) => (node.type === "action" ? { ...node, config } : node)), edges },
      { startAt: "2026-01-05T12:00:00Z", facts: { deal: { name: "Solar kit", tags: ["a", "b"] } } },
      { render: createRenderer() },
    );
    expect(trace.flatMap(({ issues }) => issues)).toEqual([]);
  });
});

describe("checking a text", () => {
  it.each([
    ["of many variables", (count: number) => "{{ deal.nope }}\n".repeat(count)],
    [
      "of many custom fields",
      (count: number) => Array.from({ length: count }, (_, index) => `{{ x${index} }}`).join(""),
    ],
  ])("%s takes as much longer as it is longer", (_, make) => {
    const [short, long] = [make(150), make(1200)];
    checkTemplate(long);
    const [less, more] = [leastTime(() => checkTemplate(short)), leastTime(() => checkTemplate(long))];
    expect(checkTemplate(long)).toHaveLength(1200);
    // Eight times as long; were it by the square, it would take 64 times as much.
    expect(more).toBeLessThan(Math.max(less, 1) * 30);
  });
});
