import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { readCommand } from "../config/command.ts";
import { type Config, readConfig } from "../config/config.ts";
import { createLogger } from "../../platform/http/logging.ts";
import { type RunningServer, startServer } from "../start-server.ts";
import { bundleOf } from "../../testing/bundle.ts";
import { EVERYTHING } from "../../testing/everything.ts";
import { temporaryFolder } from "../../testing/open-test-store.ts";
import { automationBody } from "../../app/testing/graphs.ts";
import { runCommand } from "./run.ts";

const logger = createLogger({ level: "error" });
const lost = (): void => {
  throw new Error("The lock was lost");
};

let root: string;
let config: Config;
beforeAll(async () => {
  root = await temporaryFolder();
  const file = join(root, "acme.json");
  const members = [
    { email: "ana@acme.com", name: "Ana", role: "owner" },
    { email: "gone@acme.com", name: "Gone", role: "member", active: false },
  ];
  writeFileSync(
    file,
    JSON.stringify({ workspaces: [{ slug: "acme", name: "Acme", features: ["API_ACCESS", "ADVANCED_API"], members }] }),
  );
  config = readConfig(["--provision", file], { TRILHO_DATA_DIR: join(root, "data"), PORT: "0" }, root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = (...args: string[]): Promise<string> => {
  const command = readCommand(args, Date.now());
  if (command.kind === "help" || command.kind === "version") throw new Error("not such a command");
  if (command.kind === "serve" || command.kind === "work") throw new Error("not such a command");
  return runCommand(config, command);
};
const create = (...more: string[]) =>
  run("keys", "create", "--workspace", "acme", "--member", "Ana@acme.com", "--name", "Zapier", ...more);
const keyIn = (printed: string): string => printed.split("\n")[0] ?? "";
const idIn = (printed: string): string => /Id: (\S+)/.exec(printed)?.[1] ?? "";
const read = (server: RunningServer, key: string) =>
  fetch(`${server.url}/api/v1/tags`, { headers: { authorization: `Bearer ${key}` } });

describe("a command", () => {
  test("on a folder without Trilho makes nothing there", async () => {
    await expect(run("keys", "list")).rejects.toThrow("There is no Trilho in");
    mkdirSync(config.dataDir);
    writeFileSync(join(config.dataDir, "secret"), "s".repeat(32));
    await expect(run("keys", "list")).rejects.toThrow("start Trilho once");
    expect(readdirSync(config.dataDir)).toEqual(["secret"]);
    rmSync(config.dataDir, { recursive: true });
  });

  test("makes, shows and revokes keys, and finds requests, while the server runs and while it does not", async () => {
    const server = await startServer(config, logger, lost);
    const printed = await create("--expires", "90d").finally(() => undefined);
    const key = keyIn(printed);
    expect(key).toMatch(/^trk_live_[\w-]{43}$/);
    const answer = await read(server, key);
    expect(answer.status).toBe(200);
    expect((await read(server, keyIn(await create("--test")))).status).toBe(200);

    const listed = await run("keys", "list", "--workspace", "acme");
    expect(listed).toContain(`trk_live_…${key.slice(-4)}`);
    expect(listed).toContain("trk_test_…");
    expect(listed).toMatch(/acme +ana@acme\.com +Zapier .*good until \d{4}-\d\d-\d\d/);
    expect(listed).not.toContain(key);

    expect(await run("keys", "revoke", idIn(printed))).toContain("Revoked");
    await expect.poll(async () => (await read(server, key)).status, { timeout: 10_000 }).toBe(401);
    await server.close();

    expect(await run("keys", "list")).toContain("revoked");
    expect(await run("requests", answer.headers.get("x-request-id") ?? "")).toMatch(/GET +\/api\/v1\/tags +200/);
    const later = keyIn(await create());
    const again = await startServer(config, logger, lost);
    expect((await read(again, later)).status).toBe(200);
    await again.close();
  });

  test("pauses runs and resumes them, and they stay paused over a restart", async () => {
    const server = await startServer(config, logger, lost);
    const key = keyIn(await create());
    const told = async ({ url }: RunningServer, path = "workspace/pauses"): Promise<string[]> => {
      const answer = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
      const { data } = (await answer.json()) as { data: { pauses?: { scope: string }[] } };
      return (data.pauses ?? []).map(({ scope }) => scope);
    };
    expect(await run("runs", "pause", "--all")).toContain("Paused");
    expect(await run("runs", "pause", "--workspace", "acme")).toContain("Paused: the runs of the workspace acme");
    const made = await fetch(`${server.url}/api/v1/automations`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(automationBody()),
    });
    const { data: automation } = (await made.json()) as { data: { id: string } };
    expect(await run("runs", "pause", "--automation", automation.id)).toContain("Paused: the runs of the automation");
    await expect(run("runs", "pause", "--automation", "none")).rejects.toThrow('There is no automation "none".');
    expect(await told(server, `automations/${automation.id}`)).toContain("automation");
    expect(await run("runs", "resume", "--automation", automation.id)).toContain("Resumed");
    expect(await told(server, `automations/${automation.id}`)).not.toContain("automation");
    await server.close();

    const again = await startServer(config, logger, lost);
    expect(await told(again)).toEqual(["workspace", "server"]);
    expect(await run("runs", "resume", "--workspace", "acme")).toContain("Resumed");
    expect(await told(again)).toEqual(["server"]);
    expect(await run("runs", "resume", "--all")).toContain("Resumed");
    expect(await told(again)).toEqual([]);
    await again.close();
  });

  test("writes a backup beside the running server, and restores it in another folder with its keys", async () => {
    const file = join(root, "acme.backup");
    const server = await startServer(config, logger, lost);
    const key = keyIn(await create());
    expect(await run("backup", file)).toMatch(/^Wrote \d+ rows of \d+ tables to .*\nIt holds the server's secret/);
    const inUse = await runCommand(config, { kind: "restore", file }).catch(String);
    expect(inUse).toContain("is using the data folder");
    await server.close();
    const full = await runCommand(config, { kind: "restore", file }).catch(String);
    expect(full).toContain("is not empty");

    const elsewhere = { ...config, dataDir: join(root, "elsewhere"), provisionFile: null };
    const other = await runCommand({ ...elsewhere, secret: "f".repeat(32) }, { kind: "restore", file }).catch(String);
    expect(other).toContain("another secret than the one in TRILHO_SECRET");
    expect(await runCommand(elsewhere, { kind: "restore", file })).toMatch(/^Restored \d+ rows, as of 20/);
    const again = await startServer(elsewhere, logger, lost);
    expect((await read(again, key)).status).toBe(200);
    await again.close();
  });

  if (EVERYTHING)
    test("is done by the server that runs on PGlite, which takes one process alone", { timeout: 180_000 }, async () => {
      const dataDir = join(root, "lite");
      const lite = { ...config, dataDir, storage: "pglite" as const };
      const server = await startServer(lite, logger, lost);
      const file = join(dataDir, "commands.json");
      const left = readFileSync(file, "utf8");
      if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
      const main = await bundleOf("main.ts");
      const beside = (...args: string[]) =>
        promisify(execFile)(process.execPath, [main, ...args], {
          env: { ...process.env, TRILHO_DATA_DIR: dataDir, DATABASE_URL: "", TRILHO_STORAGE: "pglite" },
        });

      const names = ["--workspace", "acme", "--member", "ana@acme.com", "--name", "Zapier"];
      const { stdout } = await beside("keys", "create", ...names);
      expect((await read(server, keyIn(stdout))).status).toBe(200);
      const none = 'There is no key with the id "none".';
      await expect(beside("keys", "revoke", "none")).rejects.toMatchObject({ code: 2, stderr: `${none}\n` });

      const { port } = JSON.parse(left) as { port: number };
      const body = JSON.stringify({ kind: "listKeys", workspace: null });
      const strangers: Record<string, string>[] = [{}, { authorization: "Bearer guessed" }];
      for (const headers of strangers)
        expect((await fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body })).status).toBe(403);
      await server.close();

      // What a killed server leaves names a port that is nobody's.
      expect(existsSync(file)).toBe(false);
      writeFileSync(file, left);
      expect(await runCommand(lite, { kind: "listKeys", workspace: "acme" })).toContain("Zapier");
    });

  test.each([
    [["keys", "create", "--workspace", "nope", "--member", "a@b", "--name", "x"], 'There is no workspace "nope".'],
    [["keys", "create", "--workspace", "acme", "--member", "gone@acme.com", "--name", "x"], "no active member"],
    [["keys", "revoke", "nope"], 'There is no key with the id "nope".'],
    [["runs", "pause", "--workspace", "nope"], 'There is no workspace "nope".'],
    [["runs", "resume", "--automation", "nope"], 'There is no automation "nope".'],
    [["requests", "nope"], 'No request "nope" was logged'],
  ])("%j says what is not there", async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message);
  });

  test("on DATABASE_URL uses that server, with the secret it was made with", async () => {
    const elsewhere = { ...config, databaseUrl: inject("embeddedUrl"), secret: "e".repeat(32) };
    const server = await startServer({ ...elsewhere, dataDir: join(root, "other") }, logger, lost);
    const command = readCommand(["keys", "list", "--workspace", "acme"], 0) as { kind: "listKeys"; workspace: string };
    expect(await runCommand(elsewhere, command)).toContain('There are no keys of "acme"');
    await expect(runCommand({ ...elsewhere, secret: "f".repeat(32) }, command)).rejects.toThrow("another secret");
    await server.close();
  });
});
