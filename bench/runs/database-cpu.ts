import { readdirSync, readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";
import type { Database } from "@trilho/server/platform/database/schema/database";

/** Linux counts 100 ticks a second for whoever asks. */
const TICK_US = 10_000;

/** What all processes of the database have used so far, µs; 0 where the system does not tell. */
export async function databaseCpuUs(db: Kysely<Database>): Promise<number> {
  if (process.platform !== "linux") return 0;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const own = statOf(String(rows[0]?.pid));
  if (own?.name !== "postgres") return 0;
  const processes = readdirSync("/proc").flatMap((pid) => statOf(pid) ?? []);
  const parent = processes.find(({ pid }) => pid === own.parent);
  const children = processes.filter(({ parent: of }) => of === parent?.pid);
  const ticks = children.reduce((sum, child) => sum + child.ticks, parent?.allTicks ?? 0);
  return ticks * TICK_US;
}

interface Stat {
  pid: number;
  name: string;
  parent: number;
  ticks: number;
  /** With those of children that are gone. */
  allTicks: number;
}

/** From /proc/[pid]/stat (proc(5)); null of one that is gone. */
function statOf(pid: string): Stat | null {
  if (!/^\d+$/.test(pid)) return null;
  const [, name = "", rest = ""] = /\((.*)\) (.*)$/s.exec(textOf(`/proc/${pid}/stat`)) ?? [];
  if (rest === "") return null;
  const [, parent = 0, , , , , , , , , , user = 0, system = 0, oldUser = 0, oldSystem = 0] = rest
    .split(" ")
    .map(Number);
  return { pid: Number(pid), name, parent, ticks: user + system, allTicks: user + system + oldUser + oldSystem };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
