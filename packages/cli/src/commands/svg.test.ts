import { describe, expect, it } from "vitest";
import { file, trilho, withFiles } from "../testing/trilho.ts";

withFiles();

const GRAPH = JSON.stringify({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "__proto__", type: "wait", config: { ui: { label: "Rest & wait" } } },
    { id: "done", type: "end" },
  ],
  edges: [
    { source: "start", target: "__proto__" },
    { source: "__proto__", target: "gone" },
    { source: "__proto__", target: "done" },
  ],
});

describe("trilho svg", () => {
  it("draws the steps of a file one below the other", async () => {
    const { code, out, err } = await trilho(["svg", file(GRAPH)]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.match(/<text[^>]*>[^<]*/g)?.map((text) => text.replace(/.*>/, ""))).toEqual([
      "Trigger",
      "Rest &amp; wait",
      "End",
    ]);
    expect([...out.matchAll(/rx="10"/g)]).toHaveLength(3);
    expect([...out.matchAll(/class="edge" d="M/g)]).toHaveLength(2);
    const tops = [...out.matchAll(/y="([\d.]+)" width="264"/g)].map(([, y]) => Number(y));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  });

  it.each(["null", "[]", '{"nodes":[null,{"id":7}],"edges":7}'])(
    "draws nothing of %s, and says nothing",
    async (text) => {
      const { code, out } = await trilho(["svg", file(text)]);
      expect([code, out.includes("<text")]).toEqual([0, false]);
    },
  );

  it("draws one file at a time", async () => {
    const { code, err } = await trilho(["svg", file(GRAPH), file(GRAPH)]);
    expect(code).toBe(2);
    expect(err).toContain("one FILE");
  });
});
