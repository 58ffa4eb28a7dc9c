import { setTimeout as pass } from "node:timers/promises";
import type { Database } from "@trilho/server/platform/database/schema/database";
import type { Kysely } from "kysely";
import type { Child } from "./children.ts";
import { databaseCpuUs } from "./database-cpu.ts";
import { type Load, STEPS_OF_RUN } from "./loads.ts";

const LOOK_MS = 20;
/** Runs for each process before the turn: connections are opened, statements planned. */
const WARM_UP = 20;

/** What one step or job took. */
export interface Turn {
  /** Of the clock. */
  readonly ns: number;
  /** Of the processors, by all worker processes. */
  readonly workersUs: number;
  /** Of the processors, by all processes of the database; 0 where the system does not tell. */
  readonly databaseUs: number;
}

/** Lets processes do a load that is there all at once. */
export async function takeTurn(db: Kysely<Database>, crew: readonly Child[], load: Load, runs: number): Promise<Turn> {
  await Promise.all(crew.map((child) => child.begin()));
  await load.fill(WARM_UP * crew.length);
  await doAll(crew, load);
  await load.fill(runs);
  const usage = async (): Promise<[workers: number, database: number]> => {
    const used = await Promise.all(crew.map((child) => child.cpuUs()));
    return [used.reduce((sum, us) => sum + us, 0), await databaseCpuUs(db)];
  };
  const [workers, database] = await usage();
  const from = performance.now();
  await doAll(crew, load);
  const ms = performance.now() - from;
  const [workersNow, databaseNow] = await usage();
  await Promise.all(crew.map((child) => child.end()));
  const steps = runs * STEPS_OF_RUN;
  return {
    ns: (ms * 1e6) / steps,
    workersUs: (workersNow - workers) / steps,
    databaseUs: (databaseNow - database) / steps,
  };
}

async function doAll(crew: readonly Child[], load: Load): Promise<void> {
  await Promise.all(crew.map((child) => child.look()));
  while (await load.isLeft()) await pass(LOOK_MS);
}
