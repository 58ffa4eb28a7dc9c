import { describe, expect, it } from "vitest";
import { file, sound, trilho, withFiles } from "../testing/trilho.ts";

withFiles();

describe("trilho simulate", () => {
  it("tells each step", async () => {
    const scenario = file({ facts: { deal: { value: 5000 }, contact: { firstName: "Ana" } } });
    const path = file(sound);
    expect((await trilho(["simulate", path, "--scenario", scenario])).out).toBe(`${path}
  2026-01-05 09:00:00  start → next       the trigger fired
  2026-01-05 09:00:00  size → branch_big  branch Big: deal.value 5000 > 1000
  2026-01-05 09:00:00  greet              Send WhatsApp
  2026-01-05 09:00:00  greet → next       succeeded
  2026-01-05 09:00:00  done               reached the end
completed after 0 s

`);
  });

  it.each<[string, unknown, unknown, number]>([
    ["a run that completes", sound, {}, 0],
    [
      "a run that fails",
      sound,
      { facts: { deal: { value: 5000 } }, outcomes: { greet: { type: "fail_permanently" } } },
      1,
    ],
    ["a scenario that cannot be read", sound, { startAt: "tomorrow" }, 1],
    ["a graph that cannot run", { version: 2, nodes: [] }, {}, 1],
  ])("%s", async (_, graph, scenario, code) => {
    expect((await trilho(["simulate", file(graph), "--scenario", file(scenario)])).code).toBe(code);
  });

  it("says that a graph with errors could not be saved, and runs it as far as it goes", async () => {
    const loose = { ...sound, edges: [...sound.edges.slice(0, 3), { source: "greet", target: "ghost" }] };
    const path = file(loose);
    const { code, out, err } = await trilho(["simulate", path]);
    expect([code, err]).toEqual([0, `${path}: 1 error in this graph. See trilho validate.\n`]);
    expect(out).toContain("completed after 0 s");
  });

  it("runs a list of scenarios, in JSON", async () => {
    const scenarios = file([
      { name: "big", facts: { deal: { value: 5000 } } },
      { name: "small", facts: {} },
    ]);
    const { out } = await trilho([
      "simulate",
      file(sound),
      "--scenario",
      scenarios,
      "--format",
      "json",
      "--start",
      "2026-03-01T00:00:00Z",
    ]);
    const results: { scenario: string; result: { startedAt: string; trace: unknown[] } }[] = JSON.parse(out);
    expect(results.map(({ scenario, result }) => [scenario, result.startedAt, result.trace.length])).toEqual([
      ["big", "2026-03-01T00:00:00.000Z", 5],
      ["small", "2026-03-01T00:00:00.000Z", 3],
    ]);
  });

  it("gives reasons in Portuguese", async () => {
    expect((await trilho(["simulate", file(sound), "--lang", "pt-BR"])).out).toContain(
      "nenhum ramo valeu: deal.value (vazio) não é > 1000",
    );
  });

  it("says in Portuguese why a run or a cohort cannot start", async () => {
    const empty = file({ version: 2, nodes: [] });
    for (const argv of [[], ["--cohort", "5"]]) {
      const { code, out } = await trilho(["simulate", empty, "--lang", "pt-BR", ...argv]);
      expect([code, out]).toEqual([1, expect.stringContaining("A automação não tem gatilho.")]);
    }
  });

  it("counts a cohort, with progress on a terminal", async () => {
    const model = file({ vary: { "deal.value": { type: "choice", values: [{ value: 5000 }, { value: 1 }] } } });
    const argv = ["simulate", file(sound), "--cohort", "1000", "--model", model, "--seed", "a"];
    const { code, out, err } = await trilho(argv, { progress: true });
    expect(code).toBe(0);
    expect(out).toMatch(/1000 runs\n {4}completed {2}1000 {2}100\.0 %/);
    expect(out).toMatch(/size \(branch_big\) → greet +\d+ /);
    expect(out).toMatch(/busiest hour {3}\d+ at 2026-01-05 09:00 UTC/);
    expect(err).toContain("20 %");
    expect(await trilho(argv)).toEqual({ code: 0, out, err: "" });
    expect((await trilho([...argv, "--format", "json"])).out).toContain('"runs": 1000');
  });

  it("says why a cohort cannot start", async () => {
    const { code, out } = await trilho(["simulate", file(sound), "--cohort", "5", "--model", file({ vary: { x: 5 } })]);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining("invalid-model: “vary”: the entry of “x” must be a distribution."),
    ]);
  });
});
