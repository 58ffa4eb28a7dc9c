import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeIo, run } from "@trilho/cli";
import { ensureDemo } from "../demo/ensure.ts";
import { readCommand } from "../launch/config/command.ts";
import { readConfig } from "../launch/config/config.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";
import { commandsOf, curlOf, type ShellCommand } from "./testing/shell.ts";

/* Every command of the guides, read as a shell does: requests are sent to a fresh demo workspace, the rest is parsed. */

const ROOT = join(import.meta.dirname, "../../../..");
const KEY = "trk_test_key_of_the_guides_000000000000000000";
const SERVER = "http://127.0.0.1:4400";

const guides = ["README.md", "SECURITY.md", "CONTRIBUTING.md", "ARCHITECTURE.md", ...markdownIn("docs")].filter(
  (file) => commandsIn(file).length > 0,
);

function markdownIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return path === "docs/site" ? [] : markdownIn(path);
    return path.endsWith(".md") ? [path] : [];
  });
}

/** Those in blocks, and those of pnpm in the midst of a text. */
function commandsIn(file: string): ShellCommand[] {
  const text = readFileSync(join(ROOT, file), "utf8").replaceAll("\r\n", "\n");
  const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, block = ""]) => block);
  const inline = [...text.matchAll(/`(npx -y pnpm@12 [^`]+)`/g)].map(([, command = ""]) => command);
  return [...blocks, ...inline].flatMap((block) => commandsOf(block, { KEY }));
}

const scripts = new Set(Object.keys(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).scripts));

/** What our own program would refuse; null where it takes the arguments. */
function refused(args: readonly string[]): string | null {
  try {
    const command = readCommand(args, Date.UTC(2026, 0, 1));
    if (command.kind === "serve") readConfig(command.args, {}, "/srv");
    return null;
  } catch (error) {
    return String(error);
  }
}

/** What the command line has beside the server of the same name. */
const OF_FILES: ReadonlySet<string> = new Set(["pull", "plan", "apply"]);

/** What the command line would not understand; it is given no service, so that nothing is done. */
async function misunderstood(args: readonly string[]): Promise<string | null> {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  return (await run(args, { ...nodeIo(), out: say, err: say, env: {} })) === 2 ? said.join("") : null;
}

const PROGRAMS: Readonly<Record<string, (args: string[]) => string | null | Promise<string | null>>> = {
  trilho: (args) => (OF_FILES.has(args[0] ?? "") ? misunderstood(args) : refused(args)),
  node: ([script = ""]) => (existsSync(join(ROOT, script)) ? null : "There is no such script."),
  npx: ([yes, pnpm, name = "", ...rest]) => {
    if (yes !== "-y" || pnpm !== "pnpm@12") return "It is no command of pnpm 12.";
    if (name === "start") return refused(rest);
    if (name === "--filter") return null;
    if (name === "exec")
      return existsSync(join(ROOT, "node_modules/.bin", rest[0] ?? "")) ? null : "It is not installed.";
    const script = name === "run" ? (rest[0] ?? "") : name;
    return scripts.has(script) ? null : "There is no such script.";
  },
  export: () => null,
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await ensureDemo(app.opened.db, app.opened.serverSecret, async () => KEY);
});
afterAll(() => app.close());

/** What became of a command otherwise than its guide says; null where all is as it says. */
async function strayed({ program, args, note }: ShellCommand): Promise<string | null> {
  if (program !== "curl") return (PROGRAMS[program] ?? (() => "Nobody knows this program."))(args);
  const { method, url, headers, raw } = curlOf(args);
  if (!url.startsWith(SERVER)) return "It is of another server.";
  const { status } = await app.call(method, url.slice(SERVER.length), { headers, ...(raw !== null && { raw }) });
  const expected = /^[45]\d\d$/.test(note) ? [Number(note)] : [200, 201, 202, 204];
  return expected.includes(status) ? null : `It is answered ${status}.`;
}

describe("the commands of the guides", () => {
  it("are in some of them", () => {
    expect(guides.length).toBeGreaterThanOrEqual(8);
  });

  it.each(guides)("%s does what it says", async (file) => {
    const wrong: string[] = [];
    for (const command of commandsIn(file)) {
      const problem = await strayed(command);
      if (problem !== null) wrong.push(`${command.line}: ${problem}`);
    }
    expect(wrong).toEqual([]);
  });
});
