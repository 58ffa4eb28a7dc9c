import { randomUUID } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { ACTION_TYPES } from "@trilho/engine/contract";
import { afterEach, describe, expect, it } from "vitest";
import { succeeded, unanswered, type Action, type Actions } from "../action.ts";
import { createCallGate } from "../call-gate.ts";
import { createDispatcher } from "../dispatcher.ts";
import { createExecutor, type Executor } from "../executor.ts";
import { createPlans } from "../plans.ts";
import { createStore } from "../../app/store.ts";
import { fail, openTestStore } from "../../testing/open-test-store.ts";
import { insertAutomation, insertCase } from "../testing/run-cases.ts";
import { startRun } from "../testing/start-run.ts";
import { chain } from "../testing/graphs.ts";
import { createRunner } from "../runner.ts";

const WORKERS = 4;
const HANGING = 500;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Of the ticks that begin after a quick run did, its own among them: what the places hold at once. */
const MOST_BEFORE = WORKERS;

/** Half of the places. */
const OF_ONE_AUTOMATION = 2;

/** Answers under `/quick` at once, and nobody else before it is told to; `seen.ticks` is what `ticks` said at that moment. */
async function startServer(ticks: () => number) {
  const open = new Set<ServerResponse>();
  const seen = { quick: 0, ticks: 0, mostOpen: 0 };
  const server = createServer((request, response) => {
    if (request.url === "/quick") {
      seen.quick += 1;
      seen.ticks = ticks();
      response.end();
      return;
    }
    open.add(response);
    seen.mostOpen = Math.max(seen.mostOpen, open.size);
    response.once("close", () => open.delete(response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, open, seen };
}

const calling: Action = {
  where: "outside",
  host: ({ config }) => new URL(String(config["url"])).host,
  perform: ({ config }) =>
    fetch(String(config["url"])).then(
      () => succeeded(),
      () => unanswered([]),
    ),
};
const actions = Object.fromEntries(ACTION_TYPES.map((type) => [type, calling])) as unknown as Actions;

const graphTo = (url: string) => chain({ type: "action", actionType: "webhook", config: { url } }, { type: "end" });

describe("five hundred runs that call an address which never answers", () => {
  it(
    "leave room for others of their workspace, at that address too, and wait without failing",
    { timeout: 120_000 },
    async () => {
      const opened = await openTestStore("embedded");
      closing.push(() => opened.close());
      const { db, serverSecret } = opened;
      const store = createStore(db, serverSecret, fail);
      let ticks = 0;
      const server = await startServer(() => ticks);
      const scenario = { seed: "", startAt: "2026-01-05T09:00:00Z", facts: {} };
      const rows = await insertCase(db, { graph: graphTo(`${server.url}/dead`), scenario, where: "outside" });
      const other = await startServer(() => ticks);
      const callingOther = { workspace_id: rows.workspaceId, id: randomUUID() };
      await insertAutomation(db, callingOther, { graph: graphTo(`${other.url}/quick`) });
      const callingSame = { workspace_id: rows.workspaceId, id: randomUUID() };
      await insertAutomation(db, callingSame, { graph: graphTo(`${server.url}/quick`) });
      const begin = (automationId: string) => startRun(store, { ...rows, automationId });
      for (let count = 0; count < HANGING; count += 1) await begin(rows.automationId);

      const gate = createCallGate(WORKERS);
      const executor = createExecutor({ store, actions, planOf: createPlans(), render: (_, config) => config, gate });
      const dispatcher = createDispatcher(store);
      const tick: Executor["tick"] = (claim) => {
        ticks += 1;
        return executor.tick(claim);
      };
      const counted = { ...executor, tick };
      const runner = createRunner({ store, executor: counted, dispatcher, concurrency: WORKERS, onError: fail });
      runner.start();
      closing.push(async () => {
        executor.drain();
        for (const response of server.open) response.destroy();
        await runner.stop(1000);
      });
      await expect.poll(() => server.open.size, { timeout: 20_000 }).toBe(OF_ONE_AUTOMATION);
      const hanging = [...server.open];
      for (const [{ seen }, { id }] of [
        [other, callingOther],
        [server, callingSame],
      ] as const) {
        await begin(id);
        const before = ticks;
        runner.wake();
        await expect.poll(() => seen.quick, { timeout: 30_000 }).toBe(1);
        // How many seconds that is, a busy machine decides (`bench runs/dead-endpoint`); not who goes first.
        expect(seen.ticks - before).toBeLessThanOrEqual(MOST_BEFORE);
        // Nobody had to give up first: all of them still hung.
        expect(hanging.every((response) => server.open.has(response))).toBe(true);
      }
      expect(server.seen.mostOpen).toBe(OF_ONE_AUTOMATION);
      const byStatus = await db
        .selectFrom("runs")
        .select(["status", ({ fn }) => fn.countAll<string>().as("count")])
        .where("automation_id", "=", rows.automationId)
        .groupBy("status")
        .execute();
      expect(byStatus.every(({ status }) => ["queued", "running", "waiting"].includes(status))).toBe(true);
      const { putOff, underWay } = gate.state();
      expect(underWay).toBe(OF_ONE_AUTOMATION);
      // Others go first: they did not wait until each of the rest was put off.
      expect(putOff.busy).toBeLessThan(HANGING / 10);
    },
  );
});
