import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { broken, file, sound, start, trilho, warned, withFiles } from "../testing/trilho.ts";

withFiles();

describe("trilho validate", () => {
  it("tells place, severity, message and code", async () => {
    const path = file(broken);
    expect(await trilho(["validate", path])).toEqual({
      code: 1,
      err: "",
      out: `${path}
  8:5  error  “Wait” needs a time to wait, at least 5 seconds.  delay-needed

1 error, 0 warnings in 1 file.
`,
    });
  });

  it("tells problems from top to bottom", async () => {
    const nodes = Array.from({ length: 12 }, (_, index) => ({ id: `n${index}`, type: "wait" }));
    const { out } = await trilho(["validate", file({ version: 2, nodes: [start, ...nodes], edges: [] })]);
    const lines = [...out.matchAll(/^ +(\d+):\d+/gm)].map(([, line]) => Number(line));
    expect(lines.length).toBeGreaterThan(12);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  it.each<[string, unknown, string[], number]>([
    ["a sound graph", sound, [], 0],
    ["a broken one", broken, [], 1],
    ["warnings", warned, [], 0],
    ["more warnings than allowed", warned, ["--max-warnings", "0"], 1],
    ["as many warnings as allowed", warned, ["--max-warnings=1"], 0],
    ["fewer nodes allowed", sound, ["--max-nodes", "3"], 1],
    ["fewer edges allowed", sound, ["--max-edges", "3"], 1],
    ["no graph at all", [1, 2], [], 1],
  ])("%s", async (_, graph, options, code) => {
    expect((await trilho(["validate", file(graph), ...options])).code).toBe(code);
  });

  it.each<[string, unknown, string]>([
    ["an automation", { name: "Welcome", graphDefinition: broken }, "/graphDefinition"],
    ["an answer of the API", { data: { graphDefinition: broken }, message: null }, "/data/graphDefinition"],
  ])("reads %s", async (_, document, base) => {
    const path = file(document);
    const { code, out } = await trilho(["validate", path, "--format", "sarif"]);
    const [result] = JSON.parse(out).runs[0].results;
    const line = readFileSync(path, "utf8")
      .split("\n")
      .findIndex((each) => each.includes('"id": "pause"'));
    expect([code, result.locations[0].physicalLocation.region.startLine]).toEqual([1, line]);
    expect(result.properties.pointer).toBe(`${base}/nodes/1/config/delaySeconds`);
  });

  it("reads standard input, and answers in JSON and in Portuguese", async () => {
    const { code, out } = await trilho(["validate", "-", "--format=json", "--lang", "pt-BR"], {
      stdin: async () => JSON.stringify(broken),
    });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      {
        file: "<stdin>",
        valid: false,
        problems: [{ message: "“Esperar” precisa de um tempo de espera de pelo menos 5 segundos." }],
      },
    ]);
  });

  it("warns of Liquid", async () => {
    const typo = JSON.parse(JSON.stringify(sound).replace("firstName", "fistName"));
    expect((await trilho(["validate", file(typo)])).out).toContain("unknown-variable");
  });

  it("colours severities on a terminal", async () => {
    const { out } = await trilho(["validate", file(broken)], { colors: true });
    expect(out).toContain("\u001B[31merror\u001B[39m");
  });

  it("--fix writes what it fixes, and keeps all else", async () => {
    const path = file({ name: "Welcome", graphDefinition: { ...broken, note: "kept" } });
    const { code, out } = await trilho(["validate", "--fix", path]);
    expect(code).toBe(0);
    expect(out).toContain("fixed  Wait 5 seconds");
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      name: "Welcome",
      graphDefinition: { note: "kept", nodes: [start, { id: "pause", config: { delaySeconds: 5 } }] },
    });
  });

  it("--fix leaves files alone that it could not write back whole", async () => {
    const text = JSON.stringify({ ...broken, big: 0 }).replace('"big":0', '"big":12345678901234567890');
    const path = file(text);
    const { err } = await trilho(["validate", "--fix", path]);
    expect(err).toContain("not fixed: the number 12345678901234567890 is too long");
    expect(readFileSync(path, "utf8")).toBe(text);
  });
});
