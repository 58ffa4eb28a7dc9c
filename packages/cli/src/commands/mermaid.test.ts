import { describe, expect, it } from "vitest";
import { file, trilho, warned, withFiles } from "../testing/trilho.ts";

withFiles();

const GRAPH = JSON.stringify({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "done", type: "end" },
  ],
  edges: [{ id: "e", source: "start", target: "done" }],
});
const CHART = 'flowchart TD\n  n0(["Trigger"])\n  n1(("End"))\n  n0 --> n1\n';

describe("trilho mermaid", () => {
  it("prints a flowchart", async () => {
    expect(await trilho(["mermaid", file(GRAPH)])).toEqual({ code: 0, out: CHART, err: "" });
  });

  it("prints several below their names, and tells which cannot be read", async () => {
    const [first, second, broken] = [file(GRAPH), file(warned), file("{")];
    const { code, out, err } = await trilho(["mermaid", first, second, broken]);
    expect(code).toBe(2);
    expect(out.startsWith(`%% ${first}\n${CHART}%% ${second}\nflowchart TD\n`)).toBe(true);
    expect(err).toContain(broken);
  });
});
