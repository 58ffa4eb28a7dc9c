import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { problemsOf } from "./testing/compile.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replaceAll("\\", "/");

/** Every TypeScript block of a text, by the file it would be. */
function blocks(file: string, pattern: RegExp, clean: (line: string) => string): [string, string][] {
  const text = readFileSync(ROOT + file, "utf8").replaceAll("\r\n", "\n");
  return [...text.matchAll(pattern)].map(([, block = ""], index) => [
    `${ROOT}${file.replace(/\.[a-z]+$/, "")}.example${index}.ts`,
    `${block.split("\n").map(clean).join("\n")}\nexport {};\n`,
  ]);
}

function readme(): Map<string, string> {
  return new Map(blocks("README.md", /```ts\n([\s\S]*?)```/g, (line) => line));
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
  it("of the README and of the docstrings compile", { timeout: 60_000 }, () => {
    expect(readme().size).toBeGreaterThanOrEqual(10);
    expect(docstrings().size).toBeGreaterThanOrEqual(18);
    expect(problemsOf(new Map([...readme(), ...docstrings()]))).toEqual([]);
  });
});
