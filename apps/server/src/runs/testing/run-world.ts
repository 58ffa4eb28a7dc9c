import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pass } from "node:timers/promises";
import type { Outcome, Scenario } from "@trilho/engine";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema/database.ts";
import type { WorkerOrder } from "./worker.ts";
import { bundleOf } from "../../testing/bundle.ts";

/** A worker process. */
export interface WorkerProcess {
  pid: number;
  isAlive(): boolean;
  /** All its complaints. */
  said(): string;
  /** How often it complained of that. */
  complaints(of: string): number;
  /** Waits at most so long for its end. */
  endsWithin(ms: number): Promise<boolean>;
  /** As if the power went. */
  kill(): Promise<void>;
  /** As an operator stops it. */
  stop(): Promise<void>;
}

/** Starts a worker and waits until it takes runs. */
export async function startWorker(order: WorkerOrder): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [await bundleOf("runs/testing/worker.ts"), JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  await Promise.race([
    heard(child, "ready"),
    ended.then(() => Promise.reject(new Error(`The worker ended before it was ready: ${output}`))),
  ]);
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    said: () => output,
    complaints: (of) => output.split(of).length - 1,
    endsWithin: (ms) => Promise.race([ended.then(() => true), pass(ms, false)]),
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

const heard = (child: ChildProcess, word: string): Promise<void> =>
  new Promise((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes(word)) resolve();
    });
  });

/** What reached another system under a key. */
export interface Received {
  /** Answered with success; more than one when a worker died before it wrote that down. */
  successes: number;
  /** By process id. */
  workers: Set<number>;
}

/** Another system: answers a call for a run's node as the run's scenario says, under the key that it came with. */
export interface Receiver {
  url: string;
  received: ReadonlyMap<string, Received>;
  close(): Promise<void>;
}

/** Takes up to `slowMs` for an answer. */
export async function startReceiver(
  scenarioOf: (runId: string) => Scenario | undefined,
  slowMs = 0,
): Promise<Receiver> {
  const received = new Map<string, Received>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { key, attempt, worker } = JSON.parse(Buffer.concat(chunks).toString()) as Call;
      const [runId = "", nodeId = ""] = split(key);
      const status = statusOf(scenarioOf(runId)?.outcomes ?? {}, nodeId, attempt);
      const known = received.get(key) ?? { successes: 0, workers: new Set<number>() };
      known.workers.add(worker);
      if (status === 200) received.set(key, { ...known, successes: known.successes + 1 });
      setTimeout(() => response.writeHead(status).end(), Math.random() * slowMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Call {
  key: string;
  attempt: number;
  worker: number;
}

function split(key: string): [string, string] {
  const at = key.indexOf(":");
  return [key.slice(0, at), key.slice(at + 1)];
}

function statusOf(outcomes: Readonly<Record<string, Outcome>>, nodeId: string, attempt: number): number {
  const outcome = Object.hasOwn(outcomes, nodeId) ? outcomes[nodeId] : undefined;
  if (outcome?.type === "fail_permanently") return 422;
  return outcome?.type === "fail" && attempt <= outcome.times ? 503 : 200;
}

/** Whether a worker that connects under this name waits for a row that somebody else has locked. */
export async function waitsForRow(db: Kysely<Database>, applicationName: string): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and application_name = ${applicationName} and wait_event_type = 'Lock'`.execute(
    db,
  );
  return rows.length > 0;
}
