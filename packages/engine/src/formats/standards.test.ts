import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../contract/diagnostic.ts";
import { action, graph, trigger, wait } from "../rules/testing/graphs.ts";
import { validateGraph } from "../rules/validate/validate.ts";
import { toProblemDetails } from "./problem-details.ts";
import { toSarif } from "./sarif.ts";

/** Characters that a URI may hold (RFC 3986), and nothing else. */
const URI_REFERENCE = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-F]{2})*$/;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

/** The OASIS schema is of draft 4; what it uses of it means the same to Ajv. */
function readSchema(): object {
  const file = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file, "utf8"));
  return schema;
}

const ajv = new Ajv({
  strict: false,
  unicodeRegExp: false,
  allErrors: true,
  formats: {
    uri: (text: string) => ABSOLUTE.test(text) && URI_REFERENCE.test(text),
    "uri-reference": URI_REFERENCE,
    "date-time": (text: string) => !Number.isNaN(Date.parse(text)),
  },
});
const isSarif = ajv.compile(readSchema());

const problemsIn = (...inputs: unknown[]): Diagnostic[] => inputs.flatMap((input) => validateGraph(input).problems);
const broken = graph(
  [trigger(), action("hook", "webhook"), wait("a"), wait("b"), { id: "\ud83d\ude80 #?", type: "end" }],
  ["start > hook", "hook > a", "a > b", "b > a", "a > ghost"],
);
const odd = problemsIn(null, 5, { "\ud800": 1 }, { version: 2, nodes: [{ "\udc00 \\": 1n }] }, broken);

describe("SARIF", () => {
  it("is told from what it is not by the official schema", () => {
    expect(isSarif({ version: "2.1.0", runs: [{ tool: {} }] })).toBe(false);
    expect(isSarif({ ...toSarif([]), version: "2.0.0" })).toBe(false);
  });

  it.each([
    ["without files", [], {}],
    ["of a file without problems", [{ uri: "a.json", problems: [] }], { version: "1.2.3" }],
    ["of odd problems without a file", [{ problems: odd }], {}],
    [
      "with lines and documentation",
      [{ uri: "a.json", text: JSON.stringify({ g: broken }, null, 2), base: "/g", problems: problemsIn(broken) }],
      { version: "1.2.3", docs: "https://docs.example/problems/" },
    ],
  ])("%s keeps to the official schema", (_, sources, options) => {
    isSarif(toSarif(sources, options));
    expect(isSarif.errors ?? []).toEqual([]);
  });

  it.each([
    ["automations/welcome.json", "automations/welcome.json"],
    ["a b#1?.json", "a%20b%231%3F.json"],
    ["automations\\welcome.json", "automations/welcome.json"],
    ["12:30.json", "./12:30.json"],
    ["1:x://y.json", "./1:x://y.json"],
    ["file:///c/a.json", "file:///c/a.json"],
    ["100%.json", "100%25.json"],
    ["\ud800.json", "%EF%BF%BD.json"],
  ])("names the file %s as %s", (uri, expected) => {
    expect(toSarif([{ uri, problems: [] }]).runs[0]?.artifacts).toEqual([{ location: { uri: expected } }]);
  });

  it("keeps to the schema whatever is checked, and whatever the file is called", () => {
    const text = fc.string({ unit: "binary", maxLength: 8 });
    const id = fc.constantFrom("start", "a", "b", "__proto__");
    const node = fc.record(
      { id: fc.oneof(id, text), type: fc.oneof(fc.constantFrom("trigger", "wait", "end"), text), config: fc.object() },
      { requiredKeys: [] },
    );
    const edge = fc.record({ source: id, target: id, sourceHandle: fc.oneof(text, fc.constant("next")) });
    const input = fc.record({ version: fc.constant(2), nodes: fc.array(node), edges: fc.array(edge) });
    fc.assert(
      fc.property(input, text, (definition, uri) => {
        isSarif(toSarif([{ uri, text: JSON.stringify(definition), problems: problemsIn(definition) }]));
        expect(isSarif.errors ?? []).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("RFC 9457", () => {
  it.each<[string, unknown[]]>([
    ["nothing wrong", []],
    ["a broken graph", [broken]],
    ["odd values", [null, 5, { "\ud800": 1 }, { version: 2, nodes: [{ "%#\ud800": 1n }] }]],
  ])("%s: members of the types that section 3.1 names, pointers as fragments", (_, inputs) => {
    const details = toProblemDetails(problemsIn(...inputs), { instance: "/automations/7" });
    expect(details).toEqual({
      type: expect.stringMatching(URI_REFERENCE),
      title: expect.any(String),
      status: 400,
      detail: expect.any(String),
      instance: expect.stringMatching(URI_REFERENCE),
      errors: expect.any(Array),
    });
    for (const { pointer, detail } of details.errors) {
      expect(pointer).toMatch(/^#(?:\/|$)/);
      expect(pointer.slice(1)).not.toContain("#");
      expect(pointer).toMatch(URI_REFERENCE);
      expect(detail).not.toBe("");
    }
    expect(JSON.parse(JSON.stringify(details))).toEqual(details);
  });

  it("a pointer that is read back from its fragment is the problem's path", () => {
    const paths = problemsIn(broken, { version: 2, nodes: [{ id: "a b/~%#\u00e9", type: 5 }] }).map(({ path }) => path);
    const { errors } = toProblemDetails(paths.map((path) => ({ code: "x", severity: "error", message: "m", path })));
    expect(errors.map(({ pointer }) => decodeURIComponent(pointer.slice(1)))).toEqual(paths);
  });
});
