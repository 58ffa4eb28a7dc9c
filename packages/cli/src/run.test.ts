import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { VERSION } from "./version.ts";
import { broken, file, folder, sound, trilho, withFiles } from "./testing/trilho.ts";

withFiles();

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
    ["a cohort of nobody", () => ["simulate", "--cohort", "0", file(sound)], "--cohort must be at least 1"],
    ["no scenario in a file", () => ["simulate", "--scenario", file([]), file(sound)], "has no scenario"],
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

const node = (args: readonly string[], input = "") => spawnSync(process.execPath, args, { encoding: "utf8", input });

describe("the program itself", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve("@typescript/native/package.json")),
    "bin",
    "tsc",
  );

  it("is built, reads standard input and answers with its exit code", () => {
    expect(node([compiler, "-b", root]).stdout).toBe("");
    const main = join(root, "dist", "main.js");
    const found = node([main, "validate", "-"], JSON.stringify(broken));
    expect([found.status, found.stderr, found.stdout.split("\n")[0]]).toEqual([1, "", "<stdin>"]);
    expect(node([main, "validate", "-"], JSON.stringify(sound)).status).toBe(0);
    expect(node([main, "wat"]).status).toBe(2);
  });
});
