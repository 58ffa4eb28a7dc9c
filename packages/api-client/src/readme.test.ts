import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { problemsOf } from "../../engine/src/testing/compile.ts";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url)).replaceAll("\\", "/");
const REPOSITORY = fileURLToPath(new URL("../../..", import.meta.url)).replaceAll("\\", "/");
const WEB = ["lib.dom.d.ts", "lib.dom.iterable.d.ts"];
/** What the examples use of Node.js, whose types this package does without. */
const NODE = `
declare const process: { env: Record<string, string | undefined> };
declare const Buffer: { concat(chunks: Uint8Array[]): { toString(encoding: "utf8"): string } };
declare module "node:http" {
  interface Request extends AsyncIterable<Uint8Array> { headers: Record<string, string | string[] | undefined> }
  interface Response { writeHead(status: number): this; end(text?: string): void }
  function createServer(handle: (request: Request, response: Response) => void): { listen(port: number): void };
}
`;

/** Each TypeScript block of a file. */
function blocksOf(file: string): string[] {
  const text = readFileSync(REPOSITORY + file, "utf8").replaceAll("\r\n", "\n");
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
}

const guides = readdirSync(`${REPOSITORY}docs`, { recursive: true, encoding: "utf8" })
  .map((file) => `docs/${file.replaceAll("\\", "/")}`)
  .filter((file) => file.endsWith(".md") && !file.includes("/node_modules/"));

it.each(["README.md", "packages/api-client/README.md", ...guides].filter((file) => blocksOf(file).length > 0))(
  "%s has examples that compile",
  (file) => {
    // What one block of the client's README makes, those after it may use; a guide's blocks stand alone.
    const isOne = file === "packages/api-client/README.md";
    const blocks = blocksOf(file);
    const ofWebhooks = blocks.filter((block) => block.includes("/webhooks"));
    const programs = isOne
      ? [blocks.filter((block) => !block.includes("/webhooks")).join("\n"), ...ofWebhooks]
      : blocks;
    const files = programs.map((block, index): [string, string] => [
      `${PACKAGE}example${index}.ts`,
      `${block}\nexport {};\n`,
    ]);
    expect(problemsOf(new Map([...files, [`${PACKAGE}node.d.ts`, NODE]]), WEB)).toEqual([]);
  },
);
