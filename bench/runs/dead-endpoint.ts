import { setTimeout as pass } from "node:timers/promises";
import { createCallGate } from "@trilho/server/runs/call-gate";
import type { Measured } from "../harness/benchmark.ts";
import { median, timeText } from "../harness/measure.ts";
import { openWorkspace } from "../server/workspace.ts";
import { addAutomation, chainOf, HOOK, startRuns } from "./fill.ts";
import { openParts, runnerOn } from "./parts.ts";

const HANGING = Number(process.env["TRILHO_BENCH_HANGING"] ?? 500);
const TIMES = 20;
const WORKERS = 4;
const GOAL_MS = 2000;
const [ALONE, BESIDE] = ["nothing else to do", "beside calls that nobody answers"];

/** From the start of a run to its first effect, while another automation of its workspace calls who never answers. */
export const deadEndpoint: Measured = {
  async measure(key) {
    const workspace = await openWorkspace();
    const parts = openParts(workspace.databaseUrl, workspace.serverSecret);
    const quick = await addAutomation(parts.db, chainOf(1, HOOK));
    const dead = await addAutomation(parts.db, chainOf(1, { ...HOOK, config: { url: "https://dead.example.com" } }));
    let heard: (() => void) | null = null;
    const ended = new AbortController();
    const never = new Promise<void>((resolve) => ended.signal.addEventListener("abort", () => resolve()));
    const runner = runnerOn(
      parts,
      WORKERS,
      (automationId) => (automationId === dead.automationId ? never : heard?.()),
      createCallGate(WORKERS),
    );
    try {
      runner.start();
      const once = async (): Promise<number> => {
        const effect = new Promise<void>((resolve) => (heard = resolve));
        const from = performance.now();
        await startRuns(parts, quick, 1);
        runner.wake();
        await effect;
        return performance.now() - from;
      };
      const several = async (): Promise<number[]> => {
        const took: number[] = [];
        for (let time = 0; time < TIMES; time += 1) {
          await pass(50);
          took.push(await once());
        }
        return took;
      };
      await once();
      const alone = await several();
      await startRuns(parts, dead, HANGING);
      const beside = await several();
      const slowest = Math.max(...beside);
      const row = (name: string, list: readonly number[]) => ({
        name,
        role: "ours" as const,
        note: `slowest of ${list.length}: ${timeText(Math.max(...list) * 1e6)}`,
        ns: median(list) * 1e6,
        ratio: median(list) / median(alone),
      });
      return {
        key,
        title: "first effect beside a dead endpoint",
        about: `From the start of a run to its first effect, with ${WORKERS} workers, one after the other; then the same while ${HANGING} runs of another automation of the workspace call an address that never answers.`,
        unit: "run",
        baseline: ALONE,
        rows: [row(ALONE, alone), row(BESIDE, beside)],
        goals: [
          {
            say: `less than ${GOAL_MS / 1000} s beside ${HANGING} calls that nobody answers`,
            measured: timeText(slowest * 1e6),
            met: slowest < GOAL_MS,
          },
        ],
      };
    } finally {
      ended.abort();
      await runner.stop(1000);
      await parts.db.destroy();
      await workspace.close();
    }
  },
};
