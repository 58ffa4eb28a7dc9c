#!/usr/bin/env node
import type { Logger } from "pino";
import { type Command, readCommand } from "./launch/config/command.ts";
import { type Config, readConfig } from "./launch/config/config.ts";
import { ConfigError, inParts } from "./launch/config/parts.ts";
import { helpText } from "./launch/config/help.ts";
import { ignoredSettings } from "./launch/config/ignored-settings.ts";
import { createLogger, openLog } from "./platform/http/logging.ts";
import { ListenError } from "./launch/listen.ts";
import { closeOnSignal } from "./launch/stop.ts";
import type { RunningServer } from "./launch/start-server.ts";
import { readyText, workingText } from "./launch/ready.ts";
import type { RunningWorker } from "./launch/start-worker.ts";
import { ProvisionError } from "./provision/file.ts";
import { StorageError } from "./platform/database/errors.ts";
import { VERSION } from "./launch/version.ts";
import type { TracingSettings } from "./platform/tracing/sdk.ts";

// Not awaited here: parts of the program that are loaded later wait for this module to be whole.
void main();

async function main(): Promise<void> {
  try {
    const { command, config } = readAll();
    if (command.kind === "help" || command.kind === "version") {
      process.stdout.write(command.kind === "help" ? helpText() : `${VERSION}\n`);
      return;
    }
    if (command.kind === "serve" || command.kind === "work") warn();
    if (command.kind === "serve") await serve(config);
    else if (command.kind === "work") {
      await work({ ...config, workers: command.concurrency ?? (config.workers || 4) }, command.healthPort);
    } else {
      const { runCommand } = await import("./launch/commands/run.ts");
      process.stdout.write(await runCommand(config, command));
    }
  } catch (error) {
    fail(error);
  }
}

/** What was asked for, by arguments and environment; wrong ones of both are told together. */
function readAll(): { command: Command; config: Config } {
  return inParts((part) => {
    const command = part(() => readCommand(process.argv.slice(2), Date.now()));
    const isTold = command?.kind === "help" || command?.kind === "version";
    const [args, env] = [command?.kind === "serve" ? command.args : [], isTold ? {} : process.env];
    return { command, config: part(() => readConfig(args, env, process.cwd())) };
  });
}

function warn(): void {
  for (const line of ignoredSettings(process.env)) process.stderr.write(`Warning: ${line}\n`);
}

function serve(config: Config): Promise<void> {
  const start = async (logger: Logger, stopping: AbortSignal): Promise<RunningServer> => {
    const { startServer } = await import("./launch/start-server.ts");
    return startServer(config, logger, () => failLost(config), stopping);
  };
  return keepRunning(config, start, readyText);
}

function work(config: Config, healthPort: number | null): Promise<void> {
  const start = async (logger: Logger): Promise<RunningWorker> => {
    const { startWorker } = await import("./launch/start-worker.ts");
    return startWorker(config, logger, healthPort);
  };
  return keepRunning(config, start, workingText);
}

function failLost({ dataDir }: Config): never {
  fail(new StorageError(`Another process took the data folder ${dataDir} over; stopped, to keep it whole.`));
}

/** Starts something, says so, and closes it when the process is told to end. */
async function keepRunning<Running extends { close(): Promise<void> }>(
  { logLevel, tracing }: Config,
  start: (logger: Logger, stopping: AbortSignal) => Promise<Running>,
  describe: (running: Running) => string,
): Promise<void> {
  // A line for each request must not wait for the terminal; a warning must not be lost.
  const lines = openLog(2, logLevel !== "debug" && logLevel !== "info");
  const logger = createLogger({ level: logLevel, destination: lines });
  const stopping = new AbortController();
  const begin = () => start(logger, stopping.signal);
  const starting = tracing === null ? begin() : startTraced(tracing, logger, begin);
  // From the first moment on: Ctrl-C while the database starts must not leave it running.
  closeOnSignal(async () => {
    stopping.abort();
    // A start that is given up, or fails, has closed what it had opened.
    await starting.then(
      (running) => running.close(),
      () => undefined,
    );
    lines.flushSync();
  });
  try {
    process.stdout.write(describe(await starting));
  } catch (error) {
    if (error !== stopping.signal.reason || !stopping.signal.aborted) fail(error);
  }
}

/** Starts it with all that it does traced; the last of that is sent once it is closed. */
async function startTraced<Running extends { close(): Promise<void> }>(
  settings: TracingSettings,
  logger: Logger,
  start: () => Promise<Running>,
): Promise<Running> {
  const { startTracing } = await import("./platform/tracing/sdk.ts");
  const end = startTracing(settings, VERSION, logger);
  const running = await start();
  return { ...running, close: () => running.close().finally(end) };
}

/** Ends the process: one line for what a person can fix, a stack for what only we can. */
function fail(error: unknown): never {
  const known = [ConfigError, StorageError, ProvisionError, ListenError].some((kind) => error instanceof kind);
  const text = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
}
