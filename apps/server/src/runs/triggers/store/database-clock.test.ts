import { describe, expect, it } from "vitest";
import { createClockwork } from "../../../platform/background/clockwork.ts";
import { triggerTasks } from "../clock-tasks.ts";
import { startTestApp } from "../../../app/testing/test-app.ts";
import { addAutomation, runsOf } from "../../../app/testing/triggers.ts";
import { fail, openTestStore } from "../../../testing/open-test-store.ts";
import { openVirtualClock } from "../../testing/virtual-clock.ts";
import { databaseNow } from "../../../platform/database/database-clock.ts";
import { createStore } from "../../../app/store.ts";
import { createTriggerClock } from "./trigger-clock.ts";

const HOUR = 3_600_000;
const NINE = Date.parse("2030-03-04T12:00:00Z");

describe("a schedule", () => {
  it("comes by the clock of the database, whatever that of the process says", async () => {
    const opened = await openTestStore();
    const { db, set, close } = await openVirtualClock(opened);
    const app = await startTestApp({}, { ...opened, db, store: createStore(db, opened.serverSecret, fail) });
    const workspace = await app.workspace();
    const key = await workspace.addKey();
    const there = {
      app,
      call: (method: string, path: string, init = {}) => app.call(method, `/api/v1${path}`, { key, ...init }),
    };
    const clockwork = createClockwork({
      tasks: triggerTasks(createTriggerClock(db)),
      now: () => databaseNow(db),
      onError: fail,
    });
    await set(NINE - HOUR);
    const { id } = await addAutomation(there, { triggerType: "schedule", triggerConfig: { cron: "0 9 * * *" } });
    await clockwork.tick();
    expect(await runsOf(there, id)).toEqual([]);
    await set(NINE + 1000);
    await clockwork.tick();
    expect(await runsOf(there, id)).toMatchObject([
      { event: { event: { scheduledAt: new Date(NINE).toISOString() } } },
    ]);
    await app.close();
    await close();
    await opened.close();
  });
});
