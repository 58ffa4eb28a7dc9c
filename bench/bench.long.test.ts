import { describe, expect, it } from "vitest";
import { BENCHMARKS } from "./table.ts";

// What a browser or a server in a process of its own is measured by has no cases to prepare here.
const here = Object.entries(BENCHMARKS).filter(([key]) => !/^(?:editor|runs|server)\//.test(key));

describe.each(here)("%s", (_, load) => {
  it("does its job in every case", async () => {
    const benchmark = await load();
    if (!("prepare" in benchmark)) throw new Error("It is measured elsewhere.");
    const { baseline, goals, prepare } = benchmark;
    const cases = await prepare();
    const names = cases.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain(baseline);
    for (const goal of goals) {
      const against = "against" in goal ? [goal.against] : [];
      const beside = "beside" in goal ? goal.beside : [];
      expect(names).toEqual(expect.arrayContaining([goal.case, ...against, ...beside]));
    }
    for (const each of cases) if ("run" in each && !each.slow) await each.run();
  });
});
