import { describe, expect, it } from "vitest";
import { BENCHMARKS } from "./table.ts";

describe.each(Object.entries(BENCHMARKS))("%s", (_, load) => {
  it("does its job in every case", async () => {
    const { baseline, goals, prepare } = await load();
    const cases = await prepare();
    const names = cases.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain(baseline);
    for (const goal of goals)
      expect(names).toEqual(expect.arrayContaining([goal.case, "against" in goal ? goal.against : goal.case]));
    for (const each of cases) if ("run" in each && !each.slow) await each.run();
  });
});
