import { describe, expect, it } from "vitest";
import { big, file, sound, trilho, withFiles } from "../testing/trilho.ts";

withFiles();

describe("trilho paths", () => {
  it("tells paths and the scenarios that take every edge", async () => {
    const { code, out } = await trilho(["paths", file(sound)]);
    expect(code).toBe(0);
    expect(out).toMatch(/paths +2\n/);
    expect(out).toMatch(/scenarios that take every edge +2\n/);
    expect(JSON.parse((await trilho(["paths", file(sound), "--format", "json"])).out)).toMatchObject([
      { analysis: { paths: "2" } },
    ]);
  });

  it("finds edges that no run takes", async () => {
    const never = { combinator: "and", rules: [...big.rules, { field: "deal.value", operator: "<", value: 5 }] };
    const graph = JSON.parse(JSON.stringify(sound).replace(JSON.stringify(big), JSON.stringify(never)));
    const { code, out } = await trilho(["paths", file(graph)]);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining("no run takes size (branch_big) → greet: the branch's own rules exclude each other"),
    ]);
    expect((await trilho(["paths", file({ version: 2, nodes: [] })])).code).toBe(1);
  });
});
