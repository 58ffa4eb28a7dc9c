import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { action, graph, trigger, wait } from "../rules/testing/graphs.ts";
import { validateGraph } from "../rules/validate/validate.ts";
import { pointer } from "../json/pointer.ts";
import { locate } from "./locate.ts";
import { toProblemDetails } from "./problem-details.ts";
import { toSarif } from "./sarif.ts";

const broken = graph(
  [trigger(), action("hook", "webhook"), wait("a"), wait("b")],
  ["start > hook", "hook > a", "a > b", "b > a"],
);
const { problems } = validateGraph(broken);

describe("RFC 9457", () => {
  it("tells each problem with its place in the body", () => {
    const details = toProblemDetails(problems, { base: "/graphDefinition", instance: "/automations/7" });
    expect(details).toMatchObject({
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      detail: "The automation has 2 errors.",
      instance: "/automations/7",
      errors: [
        { code: "cycle", pointer: "#/graphDefinition/edges/3", severity: "error" },
        {
          code: "webhook-needs-url",
          pointer: "#/graphDefinition/nodes/1/config/url",
          params: { node: { kind: "webhook" } },
        },
      ],
    });
  });

  it("has words of one's own where they are told", () => {
    const words = { title: "Pedido inválido", detail: "A automação tem 2 erros." };
    expect(toProblemDetails(problems, words)).toMatchObject(words);
  });

  it("writes pointers as URI fragments", () => {
    const odd = { code: "x", severity: "warning" as const, message: "m", path: '/nodes/0/config/a b#"é' };
    const { errors, detail } = toProblemDetails([odd]);
    expect([errors[0]?.pointer, detail]).toEqual([
      "#/nodes/0/config/a%20b%23%22%C3%A9",
      "The automation has 1 warning.",
    ]);
    expect(toProblemDetails([]).detail).toBe("The automation has no problems.");
  });
});

describe("SARIF 2.1.0", () => {
  const text = JSON.stringify({ name: "x", graphDefinition: broken }, null, 2);
  const log = toSarif([{ uri: "auto mations/a.json", text, problems, base: "/graphDefinition" }], {
    version: "1.2.3",
    docs: "https://docs.example/problems/",
  });
  const [run] = log.runs;

  it("has what the schema requires", () => {
    expect(log).toMatchObject({ version: "2.1.0", $schema: expect.stringContaining("sarif-schema-2.1.0.json") });
    expect(run?.tool.driver).toMatchObject({ name: "Trilho", version: "1.2.3" });
    expect(run?.results).toHaveLength(2);
    for (const { ruleId, ruleIndex, level, message } of run?.results ?? []) {
      const rule = run?.tool.driver.rules[ruleIndex];
      expect(rule).toEqual({
        id: ruleId,
        shortDescription: { text: ruleId.replaceAll("-", " ") },
        defaultConfiguration: { level },
        helpUri: `https://docs.example/problems/${ruleId}.md`,
      });
      expect(message.text).not.toBe("");
    }
  });

  it("tells places by file, line, pointer and id", () => {
    const line = text.slice(0, text.indexOf('"id": "hook"')).split("\n").length + 3;
    expect(run?.artifacts).toEqual([{ location: { uri: "auto%20mations/a.json" } }]);
    expect(run?.results[1]).toMatchObject({
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: "auto%20mations/a.json" }, region: { startLine: line } },
          logicalLocations: [
            { name: "hook", fullyQualifiedName: "/graphDefinition/nodes/1/config/url", kind: "property" },
          ],
        },
      ],
      properties: { pointer: "/graphDefinition/nodes/1/config/url", nodeId: "hook" },
    });
    expect(run?.results[0]?.relatedLocations?.map(({ logicalLocations }) => logicalLocations[0]?.name)).toEqual([
      "a",
      "b",
    ]);
  });

  it("of no problems is a run without results; without a file places are pointers", () => {
    expect(toSarif([]).runs[0]?.results).toEqual([]);
    const [result] = toSarif([{ problems }]).runs[0]?.results ?? [];
    expect(result?.locations).toEqual([{ logicalLocations: [{ fullyQualifiedName: "/edges/3", kind: "object" }] }]);
  });

  it("keeps a problem's fingerprint when nodes change their places", () => {
    const turned = validateGraph({ ...broken, nodes: broken.nodes.toReversed() }).problems;
    const prints = (all: typeof problems) =>
      toSarif([{ problems: all }]).runs[0]?.results.map((each) => each.partialFingerprints);
    expect(prints(turned)).toEqual(prints(problems));
  });
});

describe("locate", () => {
  it.each([
    ["the whole", '{"a":1}', "", "1:1-1:8"],
    ["a value", '{\n  "a": [10,\n   20]\n}', "/a/1", "3:4-3:6"],
    ["a list over lines", '{\n  "a": [10,\n   20]\n}', "/a", "2:8-3:7"],
    ["the nearest around what is missing", '{"a": {}}', "/a/b/c", "1:7-1:9"],
    ["keys with escapes", '{"\\u0061/~\\"": 5}', '/a~1~0"', "1:16-1:17"],
    ["the last of equal keys", '{"a":1,"a":22}', "/a", "1:12-1:14"],
    ["keys that look like structure", '{"{[,:": {"}": true}}', "/{[,:/}", "1:16-1:20"],
  ])("%s", (_, text, path, place) => {
    const region = locate(text, [path]).get(path);
    expect(region && `${region.startLine}:${region.startColumn}-${region.endLine}:${region.endColumn}`).toBe(place);
  });

  it("gives nothing for text that is no JSON", () => {
    expect(locate("{a: 1}", ["/a"]).size).toBe(0);
  });

  it("finds every value of any JSON where it was written", () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (json, spread) => {
        const text = spread ? JSON.stringify(JSON.parse(json), null, 2) : json;
        const places: [string, unknown][] = [];
        const visit = (value: unknown, path: string) => {
          places.push([path, value]);
          if (typeof value !== "object" || value === null) return;
          for (const [key, item] of Object.entries(value)) visit(item, path + pointer(key));
        };
        visit(JSON.parse(text), "");
        const lines = text.split("\n");
        const offset = (line: number, column: number) =>
          lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
        const regions = locate(
          text,
          places.map(([path]) => path),
        );
        for (const [path, value] of places) {
          const { startLine = 0, startColumn = 0, endLine = 0, endColumn = 0 } = regions.get(path) ?? {};
          expect(JSON.parse(text.slice(offset(startLine, startColumn), offset(endLine, endColumn)))).toEqual(value);
        }
      }),
      { numRuns: 60 },
    );
  });
});
