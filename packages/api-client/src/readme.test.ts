import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { problemsOf } from "../../engine/src/testing/compile.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replaceAll("\\", "/");
const WEB = ["lib.dom.d.ts", "lib.dom.iterable.d.ts"];

/** The examples of the README, in the order of reading; what one makes, those after it may use. */
function examples(): ReadonlyMap<string, string> {
  const text = readFileSync(`${ROOT}README.md`, "utf8").replaceAll("\r\n", "\n");
  const blocks = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const ofClient = blocks.filter((block) => !block.includes("/webhooks"));
  const ofWebhooks = blocks.filter((block) => block.includes("/webhooks"));
  return new Map(
    [ofClient, ofWebhooks].map((group, index) => [
      `${ROOT}example${index}.ts`,
      `declare const process: { env: Record<string, string | undefined> };\n${group.join("\n")}\nexport {};\n`,
    ]),
  );
}

it("has examples that compile", () => {
  const files = examples();
  expect([files.size, problemsOf(files, WEB)]).toEqual([2, []]);
});
