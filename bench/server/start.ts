import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Measured } from "../harness/benchmark.ts";
import { timeText } from "../harness/measure.ts";

const MAIN = fileURLToPath(import.meta.resolve("@trilho/server/bundle/main"));
const ROUNDS = 5;
const GOAL_MS = 2000;
const NS = 1_000_000;

/** From starting the program to its first answer, milliseconds; then stops it. */
async function startOnce(dataDir: string): Promise<number> {
  const env = { ...process.env, PORT: "0", TRILHO_DATA_DIR: dataDir, DATABASE_URL: "" };
  const from = performance.now();
  const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const found = /(http:\/\/\S+?)\/#key=(\S+)/.exec(printed);
      if (found) resolve(found[0]);
    });
    void ended.then(() => reject(new Error("The server ended")));
  });
  const { origin, hash } = new URL(url);
  const response = await fetch(`${origin}/api/v1/deals`, {
    headers: { authorization: `Bearer ${hash.slice("#key=".length)}` },
  });
  await response.json();
  const ms = performance.now() - from;
  if (!response.ok) throw new Error(`The first answer was ${response.status}`);
  child.kill("SIGTERM");
  await ended;
  return ms;
}

/** The first start makes the database and the demo; those after it are the ones that count. */
export const start: Measured = {
  async measure(key) {
    const dataDir = await mkdtemp(join(tmpdir(), "trilho-bench-start-"));
    try {
      const first = await startOnce(dataDir);
      const later: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) later.push(await startOnce(dataDir));
      const ms = later.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
      const [name, again] = ["the first start", "every further start"];
      return {
        key,
        title: "start",
        about: "From the command to the first answer of the API (a page of deals), on the embedded database.",
        unit: "start",
        baseline: again,
        rows: [
          { name, role: "ours", note: "makes database and demo", ns: first * NS, ratio: first / ms },
          { name: again, role: "ours", note: "", ns: ms * NS, ratio: 1 },
        ],
        goals: [{ say: "a further start takes less than 2 s", measured: timeText(ms * NS), met: ms < GOAL_MS }],
      };
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
