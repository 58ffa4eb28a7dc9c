import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addWorkspace } from "../app/testing/workspace.ts";
import { openDatabase } from "../platform/database/open/open-database.ts";
import { answer, type Mailbox, type Receiver, startMailbox, startReceiver } from "../runs/testing/servers.ts";
import { type DatabaseLine, openLine } from "../testing/database-line.ts";
import { fail } from "../testing/open-test-store.ts";
import { PGBOUNCERS, startPgbouncer } from "../testing/pgbouncer.ts";
import { type Replicated, startReplicated } from "../testing/replicated.ts";
import { type MainProcess, startMain } from "../testing/start-main.ts";
import { graphFor, readRuns, startSenders, watchHealth } from "./testing/failover-story.ts";

/* A server and two workers whose database is lost for good amid their work, and whose standby takes its place. */

const CALLS = 200;
const DEALS = 100;
/** So many are acknowledged when the primary is killed. */
const BEFORE = 80;
/** Calls of others take so long, so that some are under way at any moment. */
const SLOW_MS = 200;
/** Longer than the lease of a lost action. */
const LONGEST_MS = 300_000;
const SECRET = "a secret of 32 characters or more";

/** What is between the processes and the line that leads to the primary. */
const WAYS = [
  { name: "a name that leads to it", open: (url: string) => Promise.resolve({ url, close: () => Promise.resolve() }) },
  ...PGBOUNCERS.map((program) => ({
    name: `PgBouncer (${program})`,
    open: (url: string) => startPgbouncer(program, url),
  })),
];

let databases: Replicated;
let line: DatabaseLine;
let receiver: Receiver;
let mailbox: Mailbox;
const opened: { close(): Promise<void> }[] = [];
const processes: MainProcess[] = [];

beforeEach(async () => {
  databases = await startReplicated();
  line = await openLine(databases.primary);
  [receiver, mailbox] = await Promise.all([startReceiver(slowly), startMailbox()]);
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((each) => each.kill()));
  for (const each of opened.splice(0)) await each.close();
  await Promise.all([line.close(), receiver.close(), mailbox.close()]);
  await databases.close();
});

function slowly(...[response, request]: Parameters<ReturnType<typeof answer>>): void {
  setTimeout(() => answer(200, "thanks")(response, request), Math.random() * SLOW_MS * 2);
}

describe.each(WAYS)("a primary that is lost, behind $name", ({ open }) => {
  it("loses nothing that was acknowledged, and doubles nothing, once its standby is promoted", async () => {
    const way = await open(line.url);
    opened.push(way);
    const { key, workspaceId } = await prepare();
    const server = await start(way.url, "--no-work");
    const workers = [await start(way.url, "work"), await start(way.url, "work")];
    const api = `${server.url}api/v1`;
    const made = await fetch(`${api}/automations`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        name: "Called",
        enabled: true,
        triggerType: "incoming_webhook",
        triggerConfig: { auth: "none", phonePath: "phone", namePath: "name" },
        graphDefinition: graphFor(receiver.url),
      }),
    });
    const { data: automation } = (await made.json()) as { data: { id: string; triggerConfig: { hookToken: string } } };
    const hook = `${server.url}hooks/automations/${automation.triggerConfig.hookToken}`;
    const health = watchHealth(server.url);

    const { acknowledged, done } = startSenders({ api, hook, key, calls: CALLS, deals: DEALS, atOnce: 4 });
    await expect.poll(() => acknowledged.called.size, { timeout: LONGEST_MS }).toBeGreaterThanOrEqual(BEFORE);
    databases.killPrimary();
    const lostAt = performance.now();
    await health.says("503 The database does not answer.");
    // Some are led there before it is promoted.
    line.lead(databases.standby);
    await health.says("503 The database takes no changes.");
    await databases.promoteStandby();
    const promotedAt = performance.now();
    await health.says("200 ready");
    const readyAt = performance.now();
    await done;

    const { db, close } = await openDatabase({ kind: "server", url: databases.standby }, { onIdleError: fail });
    opened.unshift({ close });
    const runs = () => readRuns(db, automation.id);
    await expect
      .poll(async () => (await runs()).filter(({ status }) => !/completed|dead_letter/.test(status)), {
        timeout: LONGEST_MS,
        interval: 1_000,
      })
      .toEqual([]);
    await health.stop();

    const ended = await runs();
    const called = Array.from({ length: CALLS }, (_, index) => `called-${index}`).toSorted();
    expect(ended.map(({ deal }) => deal).toSorted(), "each call that was acknowledged has one run").toEqual(called);
    const names = await db.selectFrom("deals").select("name").where("workspace_id", "=", workspaceId).execute();
    const sent = names.map(({ name }) => name).filter((name) => name.startsWith("sent-"));
    expect(new Set(sent).size, "no deal is there twice").toBe(sent.length);
    expect(sent, "each deal that was acknowledged is there").toEqual(expect.arrayContaining([...acknowledged.created]));

    const completed = ended.filter(({ status }) => status === "completed");
    expect(new Set(completed.map(({ steps }) => steps.join())).size, "all went the same way").toBe(1);
    expect(new Set(ended.map(({ tasks }) => tasks)), "what is done here is done once").toEqual(new Set([1]));

    const bodies = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.requests) {
      const id = String(headers["webhook-id"]);
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
    }
    expect([...bodies.keys()].toSorted(), "each run called").toEqual(ended.map(({ id }) => `${id}:n1`).toSorted());
    expect(Math.max(...[...bodies.values()].map(({ size }) => size)), "with the same bytes each time").toBe(1);

    for (const { deal, status } of ended)
      expect(status === "completed" ? [1] : [0, 1], `e-mails about ${deal}`).toContain(mailsOf(deal));

    expect(acknowledged.waits, "who was refused is told when to come back").toEqual(new Set(["5"]));
    for (const each of [server, ...workers]) {
      const lines = each.log().map(({ level, msg }) => `${String(level)} ${String(msg)}`);
      expect(lines.join("\n"), "an outage is two lines").toMatch(OUTAGES);
    }
    process.stdout.write(
      [
        `${acknowledged.called.size} calls and ${acknowledged.created.size} of ${DEALS} deals acknowledged, none lost;`,
        `refused ${JSON.stringify([...acknowledged.refused])};`,
        `${receiver.requests.length - bodies.size} calls of others made again under their key;`,
        `${ended.length - completed.length} runs ended where an e-mail may have gone out;`,
        `ready ${seconds(promotedAt, readyAt)} s after the promotion, ${seconds(lostAt, readyAt)} s after the loss\n`,
      ].join(" "),
    );
  });
});

/** A busy machine may have short ones beside the one that is made here. */
const OUTAGES =
  /^(?:50 the database (?:does not answer|takes no changes)\n40 the database \w+(?: changes)? again\n?)+$/;

const mailsOf = (deal: string): number => mailbox.mails.filter((mail) => mail.includes(`Subject: ${deal}\r\n`)).length;

const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);

async function prepare(): Promise<{ key: string; workspaceId: string }> {
  const { db, close } = await openDatabase({ kind: "server", url: databases.primary }, { onIdleError: fail });
  const workspace = await addWorkspace(db, SECRET);
  const key = await workspace.addKey({ mode: "live" });
  await close();
  return { key, workspaceId: workspace.id };
}

async function start(databaseUrl: string, ...args: string[]): Promise<MainProcess> {
  const started = await startMain(args, {
    DATABASE_URL: databaseUrl,
    TRILHO_SECRET: SECRET,
    TRILHO_WORKERS: "8",
    TRILHO_WEBHOOK_ALLOW_PRIVATE: "on",
    TRILHO_SMTP_URL: mailbox.url,
    TRILHO_MAIL_FROM: "Acme <crm@acme.example>",
  });
  processes.push(started);
  return started;
}
