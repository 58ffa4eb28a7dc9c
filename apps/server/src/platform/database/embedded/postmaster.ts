import { closeSync, fstatSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { connect, createServer, type NetConnectOpts } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { damaged, StorageError } from "../errors.ts";
import { processExists } from "../folder/owner.ts";
import type { Binaries } from "./binaries.ts";
import { lastReason, run, start } from "./commands.ts";
import { folderArgument } from "./initialise.ts";
import { findPostmaster, readPidFile, type Postmaster } from "./pid-file.ts";

const POLL_MS = 20;
/** Recovery after a power cut reads the whole log. */
const START_MS = 300_000;
/** A fast shutdown ends sessions at once and writes one checkpoint. */
const STOP_MS = 20_000;
const LOG_BYTES = 10_000_000;
const PORT_ATTEMPTS = 3;

/** The PostgreSQL on this folder: the one that runs already, else a new one, at `wanted` where it says so. Answers its port. */
export async function startPostmaster(dataFolder: string, binaries: Binaries, wanted?: number): Promise<number> {
  const folder = join(dataFolder, "postgres");
  const running = findPostmaster(folder);
  if (running !== null) {
    const port = await adopt(folder, running);
    if (port !== null) IN_HAND.set(folder, running.pid);
    if (port !== null) return port;
  }
  let hasSocket = process.platform !== "win32";
  for (let attempt = 1; ; attempt++) {
    const outcome = await launch(dataFolder, { binaries, port: wanted ?? (await freePort()), hasSocket });
    if (typeof outcome === "number") return outcome;
    // Some mounted folders take none.
    if (outcome.log.includes("could not create any Unix-domain sockets")) hasSocket = false;
    // Somebody else took the port in between.
    const retry = /could not (?:bind|create any)/.test(outcome.log) && attempt < PORT_ATTEMPTS;
    if (!retry) throw failure(dataFolder, folder, outcome.log);
  }
}

/**
 * Waits for a server that a killed app left behind. Null when it ends instead, as one that was stopped does, or
 * when nothing answers at its port: then the file is old and its process another one's.
 */
async function adopt(folder: string, { pid }: Postmaster): Promise<number | null> {
  for (let waited = 0; waited < START_MS; waited += POLL_MS) {
    const now = readPidFile(folder);
    if (now === null || now.pid !== pid || !processExists(pid)) return null;
    if (now.ready && now.port !== null) return (await answers({ host: "127.0.0.1", port: now.port })) ? now.port : null;
    await sleep(POLL_MS);
  }
  throw new StorageError(
    `PostgreSQL (process ${pid}) on ${folder} neither answers nor ends. Stop it, then start again.`,
  );
}

function failure(dataFolder: string, folder: string, log: string): StorageError {
  const denied = log.split("\n").find((line) => line.includes("Permission denied"));
  const why = `${lastReason(denied ?? log)} (log: ${logFile(dataFolder)})`;
  if (denied !== undefined) {
    return new StorageError(
      `The user that PostgreSQL runs as may not read the database folder ${folder}: ${why}. Nothing was changed. ` +
        "Where it was copied by somebody else, such as root, give it back to its owner with chown.",
    );
  }
  if (!log.includes('lock file "postmaster.pid" already exists')) {
    return damaged(folder, `PostgreSQL does not start on it: ${why}`);
  }
  // PostgreSQL's own judgement. To overrule it would put the data at risk, so that is left to a person.
  return new StorageError(
    `Another PostgreSQL seems to use the database folder ${folder}: ${why}. Stop it first. ` +
      `If process ${readPidFile(folder)?.pid ?? "in it"} is something else, remove ${join(folder, "postmaster.pid")}.`,
  );
}

/** Whether somebody listens there. */
export function answers(place: NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place);
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

interface Launch {
  binaries: Binaries;
  port: number;
  hasSocket: boolean;
}

async function launch(dataFolder: string, { binaries, port, hasSocket }: Launch): Promise<number | { log: string }> {
  const folder = join(dataFolder, "postgres");
  removeSockets(folder);
  const log = openLog(dataFolder);
  const logStart = fstatSync(log).size;
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    // Its own folder, where it works.
    `unix_socket_directories=${hasSocket ? "." : ""}`,
    // Each look for events passes what was dispatched and not yet swept out: in a busy minute, thousands.
    "autovacuum_naptime=10s",
    "logging_collector=off",
    "log_checkpoints=off",
    "log_timezone=UTC",
  ];
  const args = ["-D", folderArgument(folder, binaries), ...settings.flatMap((setting) => ["-c", setting])];
  const program = join(binaries.folder, "bin", "postgres");
  // In a group of its own: Ctrl-C in the terminal is for the app, which then stops PostgreSQL when it is done with it.
  const child = start(program, args, { folder, user: binaries.user, stdio: ["ignore", log, log], detached: true });
  closeSync(log);
  child.unref();
  const ended = new Promise<true>((resolve) => {
    child.on("error", () => resolve(true));
    child.on("exit", () => resolve(true));
  });
  for (let waited = 0; waited < START_MS; waited += POLL_MS) {
    if ((await Promise.race([ended, sleep(POLL_MS)])) === true) return { log: readLog(dataFolder, logStart) };
    const now = readPidFile(folder);
    if (now === null || now.pid !== child.pid || !now.ready || now.port === null) continue;
    IN_HAND.set(folder, now.pid);
    return now.port;
  }
  throw new StorageError(`PostgreSQL on ${folder} does not become ready (log: ${logFile(dataFolder)}).`);
}

const SOCKET = ".s.PGSQL.";

/** Where a PostgreSQL on this folder listens besides its port, except on Windows. */
export const socketIn = (folder: string, port: number): string => join(folder, `${SOCKET}${port}`);

/** A crash leaves them, with a lock that names a process: another one has its id by now, and passes for a rival. */
function removeSockets(folder: string): void {
  for (const name of readdirSync(folder)) if (name.startsWith(SOCKET)) rmSync(join(folder, name), { force: true });
}

const SIGNALS = { fast: "SIGINT", immediate: "SIGQUIT" } as const;
type StopMode = keyof typeof SIGNALS;

/**
 * Stops PostgreSQL: sessions end, a checkpoint is written, the next start needs no recovery.
 * Should that take too long, it is stopped at once, which the next start fixes.
 */
export async function stopPostmaster(
  dataFolder: string,
  binaries: Binaries,
  modes: readonly StopMode[] = ["fast", "immediate"],
): Promise<void> {
  const folder = join(dataFolder, "postgres");
  IN_HAND.delete(folder);
  for (const mode of modes) {
    const postmaster = findPostmaster(folder);
    if (postmaster === null) return;
    await signalStop(postmaster.pid, mode, folder, binaries);
    // The file goes last. A process that nobody reaps would exist for ever.
    for (let waited = 0; waited < STOP_MS && readPidFile(folder)?.pid === postmaster.pid; waited += POLL_MS) {
      await sleep(POLL_MS);
    }
  }
}

/** The servers that this process has started or adopted, by their folders. */
const IN_HAND = new Map<string, number>();

/**
 * Ends PostgreSQL at once for whoever has taken its folder over: nothing that it has in memory gets into their files. It is
 * found by what this process knows, as the folder may tell of theirs already.
 */
export function abandonPostmaster(dataFolder: string): void {
  const pid = IN_HAND.get(join(dataFolder, "postgres"));
  if (pid !== undefined && processExists(pid)) process.kill(pid, process.platform === "win32" ? "SIGKILL" : "SIGQUIT");
}

async function signalStop(pid: number, mode: StopMode, folder: string, binaries: Binaries): Promise<void> {
  if (process.platform !== "win32") {
    process.kill(pid, SIGNALS[mode]);
    return;
  }
  // Windows has no such signals: PostgreSQL's own tool notifies the server by other means.
  await run(join(binaries.folder, "bin", "pg_ctl"), ["stop", "-D", folder, "-m", mode, "-W"], { folder, user: null });
}

const logFile = (dataFolder: string): string => join(dataFolder, "postgres.log");

function openLog(dataFolder: string): number {
  const file = logFile(dataFolder);
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(file, `${file}.old`);
  return openSync(file, "a", 0o600);
}

const readLog = (dataFolder: string, from: number): string =>
  readFileSync(logFile(dataFolder)).subarray(from).toString("utf8");

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
