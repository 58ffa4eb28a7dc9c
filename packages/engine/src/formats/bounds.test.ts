import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../contract/diagnostic.ts";
import { locate } from "./locate.ts";
import { toSarif } from "./sarif.ts";

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("locate", () => {
  it("finds what lies around a pointer that goes deeper than anybody writes", () => {
    const pointer = `/a${"/0".repeat(20_000)}`;
    const region = locate(`{ "a": ${deep(1000)} }`, [pointer, "/a"]).get(pointer);
    expect(region).toMatchObject({ startLine: 1 });
    expect(region?.startColumn).toBeGreaterThan(8);
  });

  it.each([
    ["deeply nested", deep(50_000)],
    ["one text of 20 MB", `{ "a": "${"x\\n".repeat(5_000_000)}" }`],
    ["one number of many digits", "1".repeat(1_000_000)],
  ])("reads a text that is %s", (_, text) => {
    expect(locate(text, [""]).size).toBeLessThanOrEqual(1);
  });

  it("takes the last of equal keys", () => {
    expect(locate('{ "a": 1, "a": 22 }', ["/a"]).get("/a")).toMatchObject({ startColumn: 16, endColumn: 18 });
  });
});

describe("toSarif", () => {
  it("names some of what is related, however much that is", () => {
    const nodeIds = Array.from({ length: 5000 }, (_, index) => `n${index}`);
    const problem: Diagnostic = { code: "cycle", severity: "error", message: "m", path: "", related: { nodeIds } };
    const [run] = toSarif([{ uri: "a.json", problems: Array.from({ length: 500 }, () => problem) }]).runs;
    expect(run?.results).toHaveLength(500);
    for (const { relatedLocations } of run?.results ?? []) expect(relatedLocations).toHaveLength(100);
  });
});
