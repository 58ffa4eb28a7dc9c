import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Client } from "@trilho/api-client";
import { nodeIo, run, type Io } from "@trilho/cli";
import { afterAll, beforeAll, expect } from "vitest";
import { SMALL_GRAPH } from "./graphs.ts";
import { startTestApp, type TestApp } from "./test-app.ts";
import type { TestWorkspace } from "./workspace.ts";

/* Automations as files: folders beside workspaces of the real service. */

const folders: string[] = [];
let app: TestApp;

/** To call once in a test file: starts the service, and removes folders when the tests are done. */
export function withDesks(): () => TestApp {
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(async () => {
    await app.close();
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
  });
  return () => app;
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "trilho-files-"));
  folders.push(folder);
  return folder;
}

/** One command of a key's owner, with all that it said. */
export async function trilho(key: string, args: readonly string[], changes: Partial<Io> = {}) {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const env = { TRILHO_URL: app.url, TRILHO_API_KEY: key };
  const io: Io = { ...nodeIo(), out: say, err: say, colors: false, ask: () => Promise.resolve(null), ...changes };
  const code = await run(args, { ...io, env: { ...env, ...changes.env } });
  return { code, said: said.join("") };
}

export const clientOf = (apiKey: string): Client => createClient({ baseUrl: app.url, apiKey });

export interface Desk {
  folder: string;
  key: string;
  client: Client;
  workspace: TestWorkspace;
  read: (path: string) => Promise<string>;
  write: (path: string, text: string) => Promise<void>;
  /** Puts a text in the place of another, which must be there. */
  edit: (path: string, from: string | RegExp, to: string) => Promise<void>;
  does: (command: string, changes?: Partial<Io>) => Promise<{ code: number; said: string }>;
}

/** A folder beside a workspace of its own. */
export async function desk(): Promise<Desk> {
  const [folder, workspace] = [await newFolder(), await app.workspace()];
  const key = await workspace.addKey();
  const read = (path: string) => readFile(join(folder, path), "utf8");
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  return {
    folder,
    key,
    workspace,
    client: clientOf(key),
    read,
    write,
    async edit(path, from, to) {
      const text = await read(path);
      const changed = text.replace(from, to);
      expect(changed).not.toBe(text);
      await write(path, changed);
    },
    does: (command, changes) => {
      const [name = "", ...args] = command.split(" ");
      return trilho(key, [name, folder, ...args], changes);
    },
  };
}

/** A desk with one automation, pulled. */
export async function pulled(graphDefinition: object = SMALL_GRAPH): Promise<Desk & { id: string }> {
  const made = await desk();
  const body = { name: "Hello", triggerType: "deal_created", graphDefinition };
  const { id } = await made.client.automations.create(body as Parameters<Client["automations"]["create"]>[0]);
  expect(await made.does("pull")).toMatchObject({ code: 0 });
  return { ...made, id };
}

/** The file of the automation of `pulled`. */
export const HELLO = "automations/hello.yaml";

/** What the YAML files of a folder say, by their paths. */
export async function contents(folder: string): Promise<Record<string, string>> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith(".yaml")).toSorted();
  const read = paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const);
  return Object.fromEntries(await Promise.all(read));
}
