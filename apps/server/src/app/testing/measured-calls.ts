import { expect } from "vitest";
import { type Busy, startMeasuredServer } from "../../testing/measured.ts";
import { openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { type Answer, request } from "./test-app.ts";
import { addWorkspace } from "./workspace.ts";

/** How long the event loop may be held up, and all that a request or a tick may take: ms of the processor of a common machine. */
export const MOST: Busy = { longestBlock: 50, total: 250 };
/** Other programs slow the processor down: the best of so many tries counts. */
const TRIES = 8;

export type Call = (method: string, path: string, json?: object) => Promise<Answer["body"]>;
export type Measure = <T>(name: string, work: () => Promise<T>) => Promise<T>;
type Steps = (measure: Measure) => Promise<void>;

/** Calls of a server whose processor time is measured. */
export interface MeasuredCalls {
  opened: TestStore;
  newCaller(): Promise<{ call: Call; pipelineId: string }>;
  /** How busy some steps keep the server, in the best of some tries each, where that is more than `most`. */
  tooBusyBy(steps: Steps, most?: Busy): Promise<[name: string, Busy][]>;
  close(): Promise<void>;
}

export async function openMeasuredCalls(): Promise<MeasuredCalls> {
  const opened = await openTestStore();
  const server = await startMeasuredServer(opened);
  /** Each calls from an address of its own, so that no limit of requests is reached. */
  let callers = 0;
  return {
    opened,
    async newCaller() {
      const workspace = await addWorkspace(opened.db, opened.serverSecret, ["API_ACCESS", "ADVANCED_API", "CADENCE"]);
      const key = await workspace.addKey({ mode: "live" });
      callers += 1;
      const headers = { "x-forwarded-for": `10.1.${callers >> 8}.${callers & 255}` };
      return {
        pipelineId: workspace.pipelineId,
        async call(method, path, json) {
          const { status, body } = await request(server.url + path, method, { key, headers, ...(json && { json }) });
          expect(status, `${method} ${path}: ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500);
          return body;
        },
      };
    },
    async tooBusyBy(steps, most = MOST) {
      const best: Record<string, Busy> = {};
      const measure: Measure = async (name, work) => {
        await server.busy();
        const value = await work();
        const busy = await server.busy();
        const known = best[name] ?? busy;
        best[name] = {
          longestBlock: Math.min(known.longestBlock, busy.longestBlock),
          total: Math.min(known.total, busy.total),
        };
        return value;
      };
      const tooBusy = () =>
        Object.entries(best).filter(
          ([, { longestBlock, total }]) => longestBlock >= most.longestBlock || total >= most.total,
        );
      for (let tries = 0; tries === 0 || (tries < TRIES && tooBusy().length > 0); tries += 1) await steps(measure);
      return tooBusy();
    },
    async close() {
      await server.close();
      await opened.close();
    },
  };
}
