import { EventEmitter, once } from "node:events";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { registerHealth } from "./health.ts";
import { tellOutagesOnce } from "./logging.ts";
import { createServer } from "./server.ts";
import { startTestApi } from "../../app/testing/api.ts";
import { recorded } from "../../app/testing/recorded.ts";
import { startTestApp } from "../../app/testing/test-app.ts";

it("a server that is told to stop answers what is under way, and takes no more", async () => {
  const api = await startTestApi();
  const { db } = api.app.opened;
  const { id } = await api.create();
  // A second server on the same database, so that this test can look at it once the first one is closed.
  const stopping = await startTestApp({}, api.app.opened);

  const gate = new EventEmitter();
  const locked = new Promise<void>((nowLocked, failed) => {
    const holding = db.transaction().execute(async (trx) => {
      await sql`select 1 from automations where id = ${id} for update`.execute(trx);
      nowLocked();
      await once(gate, "open");
    });
    holding.catch(failed);
  });
  await locked;

  const path = `/api/v1/automations/${id}/enabled`;
  const answer = stopping.call("PATCH", path, { key: api.key, json: { enabled: true } });
  const waiting = async (): Promise<number> => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);

  const closed = stopping.close();
  await expect(stopping.call("GET", "/health")).rejects.toThrow();
  gate.emit("open");
  expect((await answer).status).toBe(200);
  await closed;
  expect((await api.read(id)).enabled).toBe(true);
  await api.app.close();
});

it("a server that waits for who asked regularly, and asks no more, is stopped all the same", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const app = createServer({ logger: undefined, trustProxy: [], requests: undefined, metrics: undefined });
  registerHealth(app, async () => undefined);
  for (const asked of ["once", "twice"]) expect((await app.inject("/health/ready")).statusCode, asked).toBe(200);
  const stopped = expect(app.close()).resolves.toBeUndefined();
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await stopped;
});

describe("a database that does not answer", () => {
  it("is told to whoever asks within two seconds, looked at by nobody else meanwhile, and logged once", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const { logger, lines } = recorded("warn");
    const app = createServer({ logger, trustProxy: [], requests: undefined, metrics: undefined });
    let looks = 0;
    let isThere = false;
    const unwatch = tellOutagesOnce(logger, async () => {
      if (!isThere) throw new Error("not there");
    });
    registerHealth(app, () => {
      looks += 1;
      return isThere ? Promise.resolve() : new Promise(() => undefined);
    });
    const ask = async (): Promise<number> => {
      const asked = app.inject("/health/ready");
      await vi.advanceTimersByTimeAsync(2000);
      return (await asked).statusCode;
    };
    for (const time of [1, 2, 3, 4]) expect([time, await ask(), looks]).toEqual([time, 503, 1]);
    await vi.advanceTimersByTimeAsync(3000);
    expect([await ask(), looks], "the connection may be lost").toEqual([503, 2]);
    isThere = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([await ask(), looks]).toEqual([200, 3]);
    const told = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(told).toEqual(["the database does not answer", "the database answers again"]);
    await unwatch();
    vi.useRealTimers();
    await app.close();
  });
});
