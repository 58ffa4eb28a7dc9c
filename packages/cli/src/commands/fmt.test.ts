import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { file, trilho, warned, withFiles } from "../testing/trilho.ts";

withFiles();

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
