import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fail, onServer } from "../../testing/open-test-store.ts";
import { type WakeSignals, listenForWakeSignals } from "./wake-signals.ts";

const heard = { one: 0, other: 0 };
let one: WakeSignals;
let other: WakeSignals;
beforeAll(async () => {
  const url = inject("embeddedUrl");
  one = await listenForWakeSignals(url, () => (heard.one += 1), fail);
  other = await listenForWakeSignals(url, () => (heard.other += 1), fail);
});
afterAll(() => Promise.all([one.close(), other.close()]));

test("a hint reaches the other processes, not its own", async () => {
  one.give();
  await expect.poll(() => heard.other).toBeGreaterThan(0);
  other.give();
  await expect.poll(() => heard.one).toBeGreaterThan(0);
  expect(heard).toEqual({ one: 1, other: 1 });
});

test("a connection that is lost is told, and giving hints goes on without it", async () => {
  const errors: unknown[] = [];
  const lost = await listenForWakeSignals(
    inject("embeddedUrl"),
    () => fail(new Error("Nobody gave a hint")),
    (error) => errors.push(error),
  );
  await onServer(
    new URL(inject("embeddedUrl")),
    `select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity where application_name = 'trilho hints' and datname = current_database() order by backend_start desc limit 1
    ) as latest`,
  );
  await expect.poll(() => errors.length).toBe(1);
  lost.give();
  await lost.close();
});

test("a server that cannot be reached is told, and nothing else", async () => {
  const errors: unknown[] = [];
  const hints = await listenForWakeSignals(
    "postgres://127.0.0.1:1/none",
    () => fail(new Error("Nobody gave a hint")),
    (error) => errors.push(error),
  );
  expect(errors).toHaveLength(1);
  hints.give();
  await hints.close();
});
