import { FEATURES, ROUTES, type Route } from "@trilho/contract";
import { Client as Connection } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addChannel } from "./testing/conversations.ts";
import { clientOf } from "./testing/full-workspace.ts";
import { type Naming, NAMINGS, type World } from "./testing/namings.ts";
import { startTestApp } from "./testing/test-app.ts";

/*
 * What a request names is deleted between its look and its writing: the deletion holds the row, the request comes to it
 * and waits, the deletion commits. The answer is that of a resource which never was.
 */

let world: World;
let key: string;
/** Whose transaction deletes. */
let deleting: Connection;
beforeAll(async () => {
  const app = await startTestApp();
  const workspace = await app.workspace([...FEATURES]);
  key = await workspace.addKey();
  world = { app, workspace, client: clientOf(app, key) };
  await addChannel({ app, workspace });
  deleting = new Connection({ connectionString: app.opened.url ?? "" });
  await deleting.connect();
});
afterAll(async () => {
  await deleting.end();
  await world.app.close();
});

const addressOf = (route: Route, path: Naming["path"] = {}): string =>
  `/api/v1${route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(path[name]))}`;

/** Resolves when somebody waits for a row of the deletion, or the request is answered without. */
async function untilReached(asked: Promise<unknown>): Promise<void> {
  let isAnswered = false;
  const answered = asked.finally(() => (isAnswered = true));
  const isWaiting = async (): Promise<boolean> => {
    const { rowCount } = await deleting.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return isAnswered || rowCount !== 0;
  };
  await expect.poll(isWaiting, { timeout: 30_000, interval: 5 }).toBe(true);
  if (isAnswered) await answered;
}

describe("what a request names is deleted at the same moment", () => {
  it.each(NAMINGS)("%s, %s: %i", async (id, _, status, make) => {
    const { table, id: doomed, path, json } = await make(world);
    const route: Route = ROUTES[id];
    await deleting.query("begin");
    const deleted = await deleting.query(`delete from ${table} where workspace_id = $1 and id = $2`, [
      world.workspace.id,
      doomed,
    ]);
    expect(deleted.rowCount).toBe(1);
    const asked = world.app.call(route.method, addressOf(route, path), { key, ...(json !== undefined && { json }) });
    await untilReached(asked);
    await deleting.query("commit");
    const answer = await asked;
    const { error = null, code = null } = answer.body;
    expect({ status: answer.status, error, code }).toEqual({
      status,
      error: status < 400 ? null : expect.any(String),
      code: status < 400 ? null : status === 400 ? "VALIDATION_ERROR" : "NOT_FOUND",
    });
  });

  /** Names in paths and bodies of what another request can delete. */
  const DELETABLE =
    /^(?:id|stageId|companyId|contactId|tagId|cadenceId|noteId|taskId|conversationKey|field|to|exitStageId|attendanceQueueStageId|requiredStageIds|requiredMilestoneFieldId)$/;
  /** What they name belongs to what is named beside it, or is never deleted by anybody. */
  const OTHERWISE: ReadonlySet<string> = new Set([
    // Tasks of cadences are there as long as their deal, which nothing deletes.
    "executeCadenceTask.taskId",
    "completeCadenceTask.taskId",
    "skipCadenceTask.taskId",
    // Answers what would be sent, and what would become of runs, and writes nothing.
    "testAutomation.id",
    "previewRunMigration.id",
    // It reaches out before it writes; the run's automation is only read.
    "resendWebhookDelivery.id",
    // Files are sent as multipart; as `deleteContactAvatar`.
    "setContactAvatar.id",
    // A new pipeline has no stages yet, and refuses any.
    "createPipeline.attendanceQueueStageId",
    // As in a draft, which refers to nothing until it is published.
    "askAutomationReview.stageId",
    // The end of a period.
    "retryWorkspaceRuns.to",
    "cancelWorkspaceRuns.to",
  ]);

  it("is asked of every operation that names something which can be deleted", () => {
    const asked = new Set(NAMINGS.map(([id, what]) => `${id}.${what}`));
    const naming = Object.entries<Route>(ROUTES)
      .filter(([, { method }]) => method !== "GET")
      .flatMap(([id, { params, body }]) =>
        [params, body].flatMap((schema) =>
          Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
            .filter((name) => DELETABLE.test(name))
            .map((name) => `${id}.${name}`),
        ),
      );
    expect(naming.filter((name) => !asked.has(name) && !OTHERWISE.has(name))).toEqual([]);
  });
});
