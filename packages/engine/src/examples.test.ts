import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import * as analyse from "./analyse/index.ts";
import * as cohort from "./cohort/index.ts";
import * as contract from "./contract/index.ts";
import * as failures from "./failures/index.ts";
import * as trigger from "./trigger/index.ts";
import * as whatsapp from "./whatsapp/index.ts";
import * as formats from "./formats/index.ts";
import * as engine from "./index.ts";
import * as interactions from "./interactions/index.ts";
import * as interop from "./interop/index.ts";
import * as liquid from "./liquid/index.ts";
import * as migrate from "./analyse/migrate/index.ts";
import * as portuguese from "./messages/pt-br.ts";
import * as workspace from "./workspace/index.ts";
import type { Claim } from "./testing/claims.ts";
import { claimsOf } from "./testing/claims.ts";
import { exportedFunctions, problemsOf } from "./testing/compile.ts";

const MODULES = {
  "@trilho/engine": engine,
  "@trilho/engine/analyse": analyse,
  "@trilho/engine/cohort": cohort,
  "@trilho/engine/contract": contract,
  "@trilho/engine/failures": failures,
  "@trilho/engine/trigger": trigger,
  "@trilho/engine/whatsapp": whatsapp,
  "@trilho/engine/formats": formats,
  "@trilho/engine/interactions": interactions,
  "@trilho/engine/interop": interop,
  "@trilho/engine/liquid": liquid,
  "@trilho/engine/messages/pt-BR": portuguese,
  "@trilho/engine/migrate": migrate,
  "@trilho/engine/workspace": workspace,
};

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replaceAll("\\", "/");

/** Every TypeScript block of a text, by the file it would be. */
function blocks(file: string, pattern: RegExp, clean: (line: string) => string): [string, string][] {
  const text = readFileSync(ROOT + file, "utf8").replaceAll("\r\n", "\n");
  return [...text.matchAll(pattern)].map(([, block = ""], index) => [
    `${ROOT}${file.replace(/\.[a-z]+$/, "")}.example${index}.ts`,
    `${block.split("\n").map(clean).join("\n")}\nexport {};\n`,
  ]);
}

/** The servers are compiled with the tests, and run by `servers.test.ts`. */
function readme(): Map<string, string> {
  const all = blocks("README.md", /```ts\n([\s\S]*?)```/g, (line) => line);
  return new Map(all.filter(([, block]) => !/\/\/ (await )?((app|server)\.listen|serve)\(/.test(block)));
}

function docstrings(): Map<string, string> {
  const files = readdirSync(`${ROOT}src`, { recursive: true, encoding: "utf8" }).map((file) =>
    file.replaceAll("\\", "/"),
  );
  const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file)).toSorted();
  const pattern = /@example\n \* ```ts\n([\s\S]*?) \* ```/g;
  return new Map(sources.flatMap((file) => blocks(`src/${file}`, pattern, (line) => line.replace(/^ \* ?/, ""))));
}

describe("the examples", () => {
  it("of the README and of the docstrings compile", () => {
    expect(readme().size).toBeGreaterThanOrEqual(10);
    expect(docstrings().size).toBeGreaterThanOrEqual(18);
    expect(problemsOf(new Map([...readme(), ...docstrings()]))).toEqual([]);
  });

  it("are there for every function of every entry", () => {
    const entries = Object.values(manifest.exports).map((entry) => ROOT + entry["@trilho/source"].slice("./".length));
    const functions = exportedFunctions(entries);
    expect(functions.size).toBeGreaterThanOrEqual(45);
    expect([...functions].filter(([, tags]) => !tags.includes("example")).map(([name]) => name)).toEqual([]);
  });

  it("run, and give what their comments say", { timeout: 60_000 }, async () => {
    const claims: (Claim & { file: string })[] = [];
    for (const [file, example] of new Map([...readme(), ...docstrings()])) {
      // What an example only declares, such as a worker's own scope, is not here.
      if (/^declare /m.test(example)) continue;
      claims.push(...(await claimsOf(example, MODULES)).map((claim) => ({ file, ...claim })));
    }
    expect(claims.map(({ file, expression, actual }) => ({ file, expression, gives: actual }))).toEqual(
      claims.map(({ file, expression, expected }) => ({ file, expression, gives: expected })),
    );
    expect(claims.length).toBeGreaterThanOrEqual(40);
  });

  it("know all entries", () => {
    const names = Object.keys(manifest.exports).map((entry) => entry.replace(".", manifest.name));
    expect(Object.keys(MODULES).toSorted()).toEqual(names.toSorted());
  });
});
