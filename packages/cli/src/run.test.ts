import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { nodeIo } from "./io.ts";
import type { Io } from "./io.ts";
import { run } from "./run.ts";
import { VERSION } from "./version.ts";

const folder = mkdtempSync(join(tmpdir(), "trilho-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = { id: "start", type: "trigger" };
const end = { id: "done", type: "end" };
const big = { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 1000 }] };
const sound = {
  version: 2,
  nodes: [
    start,
    { id: "size", type: "condition", condition: { branches: [{ id: "big", label: "Big", query: big }] } },
    { id: "greet", type: "action", actionType: "send_whatsapp", config: { text: "Hi {{ contact.firstName }}" } },
    end,
  ],
  edges: [
    { source: "start", target: "size" },
    { source: "size", sourceHandle: "branch_big", target: "greet" },
    { source: "size", sourceHandle: "fallback", target: "done" },
    { source: "greet", target: "done" },
  ],
};
const broken = {
  version: 2,
  nodes: [start, { id: "pause", type: "wait" }],
  edges: [{ source: "start", target: "pause" }],
};
const warned = { version: 2, nodes: [start] };

let count = 0;
function file(content: unknown): string {
  count += 1;
  const path = join(folder, `${count}.json`);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  return path;
}

async function trilho(argv: readonly string[], changes: Partial<Io> = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const io: Io = {
    ...nodeIo(),
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    now: () => Date.parse("2026-01-05T09:00:00Z"),
    colors: false,
    progress: false,
    ...changes,
  };
  const code = await run(argv, io);
  return { code, out: out.join(""), err: err.join("") };
}

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

  it("--fix writes what it mends, and keeps all else", async () => {
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

describe("what cannot be understood", () => {
  it.each<[string, () => string[], string]>([
    ["no command", () => [], "Name a command."],
    ["an unknown command", () => ["constructor"], "There is no command “constructor”."],
    ["no file", () => ["validate"], "Name at least one FILE"],
    ["an unknown option", () => ["validate", "--wat", "x"], "Unknown option '--wat'"],
    [
      "an unknown format",
      () => ["validate", "--format", "xml", "x"],
      "--format must be one of human, json, sarif, not “xml”.",
    ],
    ["an unknown language", () => ["validate", "--lang", "tlh", "x"], "--lang must be one of"],
    ["a number that is none", () => ["validate", "--max-warnings", "-1", "x"], "--max-warnings"],
    ["a missing file", () => ["validate", join(folder, "none.json")], "there is no such file"],
    ["a folder", () => ["validate", folder], "this is a folder"],
    ["text that is no JSON", () => ["validate", file("{ nodes")], "this is no JSON"],
    ["an empty file", () => ["fmt", file("")], "this is no JSON"],
    ["standard input twice", () => ["validate", "-", "-"], "only once"],
    ["--fix of standard input", () => ["validate", "--fix", "-"], "--fix writes files"],
    ["--write of standard input", () => ["fmt", "--write", "-"], "--write writes files"],
    ["--check and --write", () => ["fmt", "--check", "--write", "x"], "exclude each other"],
    ["one file to compare", () => ["diff", file(sound)], "diff compares two files"],
    ["a scenario of a cohort", () => ["simulate", "--cohort", "5", "--scenario", "x", "y"], "choose one"],
    ["a model without cohort", () => ["simulate", "--model", "x", "y"], "--model needs --cohort"],
    ["a missing scenario", () => ["simulate", "--scenario", join(folder, "none.json"), file(sound)], "no such file"],
    ["a scenario that is a number", () => ["simulate", "--scenario", file(5), file(sound)], "JSON objects"],
  ])("%s", async (_, argv, message) => {
    const { code, out, err } = await trilho(argv());
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });

  it("the other files are checked all the same", async () => {
    const { code, out, err } = await trilho(["validate", join(folder, "none.json"), file(broken)]);
    expect([code, err]).toEqual([2, expect.stringContaining("none.json: there is no such file")]);
    expect(out).toContain("delay-needed");
  });

  it("--help and --version are answered", async () => {
    expect((await trilho(["--help"])).out).toContain("trilho <command>");
    expect((await trilho(["fmt", "-h"])).code).toBe(0);
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    expect([await trilho(["--version"]), VERSION]).toEqual([{ code: 0, out: `${version}\n`, err: "" }, version]);
  });
});

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

  it("counts a cohort, with progress on a terminal", async () => {
    const model = file({ vary: { "deal.value": { type: "choice", values: [{ value: 5000 }, { value: 1 }] } } });
    const argv = ["simulate", file(sound), "--cohort", "1000", "--model", model, "--seed", "a"];
    const { code, out, err } = await trilho(argv, { progress: true });
    expect(code).toBe(0);
    expect(out).toMatch(/1000 runs\n {4}completed {2}1000 {2}100\.0 %/);
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
    expect([code, out]).toEqual([1, expect.stringContaining("no run takes edges[1]: contradictory")]);
    expect((await trilho(["paths", file({ version: 2, nodes: [] })])).code).toBe(1);
  });
});

describe("trilho diff", () => {
  it("tells what differs and which runs go another way", async () => {
    const after = {
      ...sound,
      nodes: sound.nodes.map((node) =>
        node.id === "size" ? JSON.parse(JSON.stringify(node).replace("1000", "9000")) : node,
      ),
    };
    const { code, out } = await trilho(["diff", file(sound), file(after)]);
    expect(code).toBe(1);
    expect(out).toContain("~ node size\n    /condition/branches/0/query/rules/0/value: 1000 → 9000\n");
    expect(out).toMatch(/\d of \d compared runs go(es)? another way/);
  });

  it("finds none between a graph and itself", async () => {
    expect(await trilho(["diff", file(sound), file({ graphDefinition: sound })])).toEqual({
      code: 0,
      out: "No differences.\n",
      err: "",
    });
    expect((await trilho(["diff", file(sound), join(folder, "none.json")])).code).toBe(2);
  });
});

describe("trilho fmt", () => {
  const messy = {
    edges: [{ target: "pause", zebra: 1, source: "start", id: "e" }],
    nodes: [
      { type: "trigger", id: "start" },
      { config: { ui: { y: 1, x: 2 }, zoo: 1, delaySeconds: 60 }, extra: null, type: "wait", id: "pause" },
    ],
    version: 2,
    __proto__: null,
  };

  it("prints the standard form", async () => {
    const { code, out } = await trilho(["fmt", file(JSON.stringify(messy))]);
    expect(code).toBe(0);
    expect(Object.keys(JSON.parse(out))).toEqual(["version", "nodes", "edges"]);
    expect(Object.keys(JSON.parse(out).nodes[1])).toEqual(["id", "type", "config", "extra"]);
    expect(Object.keys(JSON.parse(out).nodes[1].config)).toEqual(["delaySeconds", "zoo", "ui"]);
    expect(Object.keys(JSON.parse(out).edges[0])).toEqual(["id", "source", "target", "zebra"]);
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(messy)));
    expect(await trilho(["fmt", file(out)])).toEqual({ code, out, err: "" });
  });

  it("--check tells which files are not in it, --write writes them, whatever the line ends", async () => {
    const [path, fine] = [file(JSON.stringify(messy)), file(warned)];
    expect(await trilho(["fmt", "--check", path])).toMatchObject({ code: 1, out: `${path}\n` });
    expect(await trilho(["fmt", "--write", path, fine])).toEqual({ code: 0, out: `${path}\n${fine}\n`, err: "" });
    expect(await trilho(["fmt", "--check", path, fine])).toEqual({ code: 0, out: "", err: "" });
    writeFileSync(path, `\uFEFF${readFileSync(path, "utf8").replaceAll("\n", "\r\n")}`);
    expect((await trilho(["fmt", "--check", path])).code).toBe(0);
  });

  it.each([
    ["a key that stands twice", '{"version":2,"nodes":[],"nodes":[]}', "“nodes” stands twice"],
    [
      "a number that would be rounded",
      '{"version":2,"nodes":[],"x":0.10000000000000000001}',
      "too long to be kept exactly",
    ],
  ])("leaves a file with %s as it is", async (_, text, message) => {
    const path = file(text);
    const { code, err } = await trilho(["fmt", "--write", path]);
    expect([code, err, readFileSync(path, "utf8")]).toEqual([2, expect.stringContaining(message), text]);
  });

  it.each(["1.50", "1e3", "-0.0", "120", "1E-7"])("writes %s as JavaScript does: the same number", async (number) => {
    const { code, out } = await trilho(["fmt", file(`{"version":2,"nodes":[],"x":${number}}`)]);
    expect([code, JSON.parse(out).x + 0]).toEqual([0, Number(number) + 0]);
  });

  it("keeps keys named __proto__", async () => {
    const { out } = await trilho(["fmt", file('{"version":2,"nodes":[],"__proto__":{"a":1}}')]);
    expect(out).toContain('"__proto__": {\n    "a": 1\n  }');
  });
});

const node = (args: readonly string[], input = "") => spawnSync(process.execPath, args, { encoding: "utf8", input });

describe("the program itself", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("@typescript/native/package.json")),
    "bin",
    "tsc",
  );

  it("is built, reads standard input and answers with its exit code", { timeout: 120_000 }, () => {
    expect(node([compiler, "-b", root]).stdout).toBe("");
    const main = join(root, "dist", "main.js");
    const found = node([main, "validate", "-"], JSON.stringify(broken));
    expect([found.status, found.stderr, found.stdout.split("\n")[0]]).toEqual([1, "", "<stdin>"]);
    expect(node([main, "validate", "-"], JSON.stringify(sound)).status).toBe(0);
    expect(node([main, "wat"]).status).toBe(2);
  });
});
