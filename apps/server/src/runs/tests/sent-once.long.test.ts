import { randomUUID } from "node:crypto";
import type { GraphDefinition, GraphEdge, Scenario } from "@trilho/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { INSTAGRAM_ID, PHONE_NUMBER_ID, startMetaServer, type MetaServer } from "../../channels/testing/meta-server.ts";
import type { Store } from "../model/stores.ts";
import type { RunClaim } from "../model/run.ts";
import { createAutomationRunService } from "../records/runs-service.ts";
import { createStore } from "../../app/store.ts";
import { fail, openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { insertCase } from "../testing/run-cases.ts";
import { startWorker, waitsForRow, type WorkerProcess } from "../testing/run-world.ts";
import { startRun as startCase } from "../testing/start-run.ts";
import { openFastClock, type OwnClock } from "../testing/virtual-clock.ts";
import { startMailbox, type Mailbox } from "../testing/servers.ts";

/** Leases and reminders pass so many times as fast. */
const SPEED = 60;
const PATIENCE = { timeout: 20_000 };
const WORKER = "worker";
const SCENARIO: Scenario = { seed: "", startAt: "2026-01-05T09:00:00Z", facts: {} };
const MAY_HAVE_GONE_OUT = expect.stringContaining("may have gone out");

let opened: TestStore;
let clock: OwnClock;
let store: Store;
let meta: MetaServer;
let mailbox: Mailbox;
const workers: WorkerProcess[] = [];

/** One way to people: who takes it there, and how much of it arrived. */
const BY_META = { arrived: () => meta.requests.length, provider: () => meta };
const WAYS = {
  send_email: { arrived: () => mailbox.mails.length, provider: () => mailbox },
  send_whatsapp: BY_META,
  reply_instagram_comment: BY_META,
  send_instagram_private_reply: BY_META,
};
type Way = keyof typeof WAYS;

describe.each(Object.keys(WAYS) as Way[])("%s, whose worker is killed", (actionType) => {
  const { arrived, provider } = WAYS[actionType];

  beforeEach(async () => {
    opened = await openTestStore("embedded");
    clock = await openFastClock(opened, SPEED);
    store = createStore(clock.db, opened.serverSecret, fail);
    [meta, mailbox] = await Promise.all([startMetaServer(), startMailbox()]);
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    await Promise.all([meta.close(), mailbox.close()]);
    await clock.close();
    await opened.close();
  });

  /** Lets a worker be killed once the provider has what it sent, and another take its run over. */
  async function loseAnswer(config: object, handles: string[]): Promise<RunClaim> {
    const run = await startRun(actionType, config, handles);
    provider().holdNext(() => new Promise(() => undefined));
    const first = await addWorker();
    await expect.poll(arrived, PATIENCE).toBe(1);
    await first.kill();
    expect(await read(run)).toMatchObject({ status: "running" });
    await addWorker();
    return run;
  }

  it("between the provider's acceptance and its answer is not sent again, and says that it may have gone out", async () => {
    const run = await loseAnswer({}, []);
    await expect
      .poll(() => read(run), PATIENCE)
      .toMatchObject({
        status: "dead_letter",
        current_node_id: "act",
        last_error: MAY_HAVE_GONE_OUT,
      });
    expect(arrived()).toBe(1);
    expect(await effectOf(run)).toMatchObject({ is_done: false, error: MAY_HAVE_GONE_OUT });
  });

  it("leaves by fallback, where there is one", async () => {
    const run = await loseAnswer({}, ["fallback"]);
    await expect.poll(() => read(run), PATIENCE).toMatchObject({ status: "completed", current_node_id: "fallback" });
    expect(arrived()).toBe(1);
  });

  it("is sent by one retry of a person", async () => {
    const run = await loseAnswer({}, []);
    await expect.poll(() => read(run), PATIENCE).toMatchObject({ status: "dead_letter" });
    const { automation_id: automationId } = await read(run);
    const by = { workspaceId: run.workspaceId, memberId: "u1", role: "owner", visibility: "all", keyId: "k" } as const;
    const runs = createAutomationRunService({ store, now: Date.now });
    expect(await runs.retry(by, { automationId, runId: run.runId })).toMatchObject({ ok: true });
    await expect.poll(() => read(run), PATIENCE).toMatchObject({ status: "completed" });
    expect(arrived()).toBe(2);
  });

  it("is sent again where its config asks for that", async () => {
    const run = await loseAnswer({ onUncertain: "retry" }, []);
    await expect.poll(() => read(run), PATIENCE).toMatchObject({ status: "completed" });
    expect(arrived()).toBe(2);
  });

  it("after the answer, before the run's record, is not sent again either", async () => {
    const run = await startRun(actionType, {}, []);
    await clock.db.transaction().execute(async (trx) => {
      // The outcome cannot be written while the row is in other hands.
      provider().holdNext(async () => {
        await trx.selectFrom("runs").select("id").where("id", "=", run.runId).forUpdate().execute();
      });
      const first = await addWorker();
      await expect.poll(isWaiting, PATIENCE).toBe(true);
      await first.kill();
    });
    await addWorker();
    // What the conversation holds is known to have gone out; of all else nothing is kept.
    const end =
      actionType === "send_whatsapp"
        ? { status: "completed", last_error: null }
        : { status: "dead_letter", last_error: MAY_HAVE_GONE_OUT };
    await expect.poll(() => read(run), PATIENCE).toMatchObject(end);
    expect(arrived()).toBe(1);
  });
});

async function addWorker(): Promise<WorkerProcess> {
  const worker = await startWorker({
    databaseUrl: `${clock.url}?application_name=${WORKER}`,
    serverSecret: opened.serverSecret,
    receiverUrl: meta.url,
    concurrency: 1,
    people: { mailUrl: mailbox.url, metaUrl: meta.url },
  });
  workers.push(worker);
  return worker;
}

function graphOf(actionType: Way, config: object, handles: string[]): GraphDefinition {
  const ends = ["next", ...handles];
  const edges: GraphEdge[] = ends.map((id) => ({ id: `e_${id}`, source: "act", target: id, sourceHandle: id }));
  return {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "act", type: "action", actionType, config: { text: "Hi", body: "Hi", subject: "Hi", ...config } },
      ...ends.map((id) => ({ id, type: "end" as const })),
    ],
    edges: [{ id: "e", source: "start", target: "act" }, ...edges],
  };
}

async function startRun(...about: Parameters<typeof graphOf>): Promise<RunClaim> {
  const rows = await insertCase(clock.db, { graph: graphOf(...about), scenario: SCENARIO, where: "outside" });
  const { workspaceId: workspace_id, contactId } = rows;
  const reached = { phone: "+5511966660001", email: "ana@mail.example" };
  await clock.db.updateTable("contacts").set(reached).where("id", "=", contactId).execute();
  const isComment = about[0].includes("instagram");
  const channel = isComment
    ? { kind: "instagram", phone_number_id: INSTAGRAM_ID }
    : { kind: "whatsapp", phone_number_id: PHONE_NUMBER_ID };
  const id = randomUUID();
  await clock.db
    .insertInto("channels")
    .values({ workspace_id, id, name: "Sales", is_default: !isComment, ...channel })
    .execute();
  return startCase(store, rows, 1, isComment ? { event: { commentId: "17800001", channelId: id } } : {});
}

const isWaiting = (): Promise<boolean> => waitsForRow(opened.db, WORKER);

const read = ({ runId }: RunClaim) =>
  clock.db.selectFrom("runs").selectAll().where("id", "=", runId).executeTakeFirstOrThrow();

const effectOf = ({ runId }: RunClaim) =>
  clock.db.selectFrom("run_effects").selectAll().where("run_id", "=", runId).executeTakeFirstOrThrow();
