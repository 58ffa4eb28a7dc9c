import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool } from "../database/open/postgres.ts";
import { createStore } from "../../app/store.ts";
import { createRequestLog, findRequests } from "../database/request-log.ts";
import { createCounterClient } from "../database/rate-counters.ts";
import { fail, openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { createMetrics } from "./metrics.ts";
import { measureBacklog, measureCalls } from "../../runs/metrics.ts";
import { startTestApp } from "../../app/testing/test-app.ts";

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

describe("a request id", () => {
  it.each([
    ["the client's, where it is one", "order-2026.03_01", "order-2026.03_01"],
    ["ours, where the client's is too short", "abc", null],
    ["ours, where the client's is too long", "x".repeat(65), null],
    ["ours, where the client's is something else", "a b c d e f g h", null],
  ])("is %s", async (_, given, expected) => {
    const app = await startTestApp({}, opened);
    const answer = await app.call("GET", "/api/v1/tags", { headers: { "x-request-id": given } });
    const id = answer.headers.get("x-request-id");
    expect(id).toEqual(expected ?? expect.stringMatching(/^req_[\w-]{36}$/));
    expect(answer.body.requestId).toBe(id);
    await app.close();
  });
});

describe("the log of requests", () => {
  it("tells of a request by its id: whose, what, when and how it ended, and not what it asked", async () => {
    const requests = createRequestLog(opened.db, fail);
    const app = await startTestApp({ requests }, opened);
    const workspace = await app.workspace();
    const key = await workspace.addKey();
    const ask = (path: string, id: string, as?: string) =>
      app.call("GET", path, { key: as, headers: { "x-request-id": id } });
    await ask("/api/v1/automations?search=maria", "first-request", key);
    await ask("/api/v1/automations/none?x=1", "second-request", key);
    await ask("/api/v1/tags", "third-request");
    await ask("/health", "not-of-the-api");
    await ask("/api/v1/conversations/5511955552222/messages", "of-a-phone", key);
    await app.close();
    await requests.flush();
    expect(await findRequests(opened.db, "first-request")).toEqual([
      {
        requestId: "first-request",
        workspaceId: workspace.id,
        keyId: expect.any(String),
        method: "GET",
        path: "/api/v1/automations",
        status: 200,
        code: null,
        ms: expect.any(Number),
        at: expect.any(Number),
      },
    ]);
    expect(await findRequests(opened.db, "second-request")).toMatchObject([{ status: 404, code: "NOT_FOUND" }]);
    expect(await findRequests(opened.db, "third-request")).toMatchObject([
      { status: 401, code: "UNAUTHORIZED", workspaceId: null, keyId: null },
    ]);
    expect(await findRequests(opened.db, "not-of-the-api")).toEqual([]);
    expect(await findRequests(opened.db, "of-a-phone")).toMatchObject([
      { status: 404, path: "/api/v1/conversations/[hidden]/messages" },
    ]);
  });

  it("loses what the database does not take, says how much, and goes on", async () => {
    const lost: number[] = [];
    const requests = createRequestLog(opened.db, (_, count) => lost.push(count));
    const request = { workspaceId: null, keyId: null, method: "GET", path: "/", status: 200, code: null, ms: 1, at: 0 };
    requests.note({ ...request, requestId: "cannot\0be-stored" });
    await requests.flush();
    requests.note({ ...request, requestId: "can-be-stored" });
    await requests.flush();
    expect(lost).toEqual([1]);
    expect(await findRequests(opened.db, "can-be-stored")).toHaveLength(1);
  });
});

describe("limits", () => {
  it("are told in every answer: whichever is closer", async () => {
    const app = await startTestApp({ limits: { perIp: 9, perWorkspace: 5 } }, opened);
    const [key, other] = [await (await app.workspace()).addKey(), await (await app.workspace()).addKey()];
    const headers = async (as?: string) => {
      const answer = await app.call("GET", "/api/v1/tags", { key: as });
      const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
        Number(answer.headers.get(`ratelimit-${name}`)),
      );
      expect(reset).toBeGreaterThan(0);
      return [answer.status, limit, remaining];
    };
    expect(await headers()).toEqual([401, 9, 8]);
    for (const left of [4, 3, 2, 1, 0]) expect(await headers(key)).toEqual([200, 5, left]);
    expect(await headers(key)).toEqual([429, 5, 0]);
    expect(await headers(other)).toEqual([200, 9, 1]);
    expect(await headers(other)).toEqual([200, 9, 0]);
    expect(await headers(other)).toEqual([429, 9, 0]);
    await app.close();
  });

  it("hold across processes that count in one database", async () => {
    const options = { limits: { perIp: 1e6, perWorkspace: 10 }, sharedCounts: createCounterClient(opened.db) };
    const [first, second] = [await startTestApp(options, opened), await startTestApp(options, opened)];
    const key = await (await first.workspace()).addKey();
    const ask = (app: typeof first) => app.call("GET", "/api/v1/tags", { key });
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => ask(index % 2 === 0 ? first : second)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6);
    await first.close();
    await second.close();
  });
});

describe("health", () => {
  it.each(["/health", "/health/live", "/health/ready"])("at %s needs no key", async (path) => {
    const app = await startTestApp({}, opened);
    expect(await app.call("GET", path)).toMatchObject({ status: 200, body: { status: "ok" } });
    await app.close();
  });
});

describe("readiness", () => {
  it.each([
    // As little room as a disk that is full: PostgreSQL may write nothing that it can do without.
    ["has no room to write", "temp_file_limit%3D0", "The database has no room left on its disk."],
    ["takes no changes", "default_transaction_read_only%3Don", "The database takes no changes."],
  ])("is no more where the database %s, however well it reads", async (_, setting, error) => {
    const url = Object.assign(new URL(opened.url ?? ""), { search: `?options=-c%20${setting}` }).href;
    const db = openPool(url, fail);
    const store = createStore(db, opened.serverSecret, fail);
    const app = await startTestApp({}, { ...opened, store });
    expect(await app.call("GET", "/health/ready")).toMatchObject({
      status: 503,
      body: { code: "SERVICE_UNAVAILABLE", error },
    });
    expect((await app.call("GET", "/health/live")).status).toBe(200);
    await app.close();
    await db.destroy();
  });

  it("is taken back before the port closes, for who asks regularly", async () => {
    const app = await startTestApp({}, opened);
    // Each by a connection of its own, as balancers ask.
    const ask = async () => {
      const request = get(`${app.url}/health/ready`, { agent: false });
      const [answer] = (await once(request, "response")) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    expect([await ask(), await ask()]).toEqual([200, 200]);
    const closed = app.close();
    await expect.poll(ask).toBe(503);
    await closed;
    await expect(ask()).rejects.toThrow("ECONNREFUSED");
  });
});

/** What /metrics answers to who believes that the server has another name. */
async function statusAs(url: string, host: string): Promise<number | undefined> {
  const [answer] = (await once(get(`${url}/metrics`, { headers: { host } }), "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe("/metrics", () => {
  it("are there for programs on this machine that ask directly", async () => {
    const calls = { underWay: 2, openCircuits: 1, putOff: { busy: 7, circuit: 9 } };
    const metrics = createMetrics(() => ({ total: 3, idle: 2, waiting: 0 }));
    measureCalls(metrics.registry, () => calls);
    const app = await startTestApp({ metrics }, opened);
    // Nobody has asked, so nothing watches the event loop, which would keep an idle process busy.
    expect(await metrics.registry.metrics()).not.toContain("nodejs_eventloop_lag");
    const began = performance.now();
    await app.call("GET", "/api/v1/automations/x?secret=1", { key: await (await app.workspace()).addKey() });
    await app.call("GET", "/api/v1/made/up/name");
    await app.call("GET", "/made/up/name");
    const { status, body, headers } = await app.call("GET", "/metrics");
    expect([status, headers.get("content-type")]).toEqual([200, expect.stringContaining("text/plain")]);
    const labels = 'method="GET",route="/api/v1/automations/:id",status="404"';
    expect(body).toContain(`_count{${labels}} 1`);
    const bounds = [...body.matchAll(/_bucket\{le="([^"]+)",method="GET",route="\/api\/v1\/automations\/:id"/g)];
    expect(bounds.map(([, bound]) => bound).join(" ")).toBe(
      "0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 10 +Inf",
    );
    // In seconds, as the client saw it at most.
    const seconds = Number(body.split(`_sum{${labels}} `)[1].split("\n")[0]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual((performance.now() - began) / 1000);
    expect(body).toContain('trilho_database_sessions{state="idle"} 2');
    expect(body).toContain("trilho_http_requests_in_flight 1");
    expect(body).toContain("trilho_calls_under_way 2");
    expect(body).toContain("trilho_circuits_open 1");
    expect(body).toContain('trilho_calls_put_off_total{reason="busy"} 7');
    expect(body).toContain('trilho_calls_put_off_total{reason="circuit"} 9');
    expect(body).toContain("nodejs_eventloop_lag");
    expect(body).toContain('_count{method="GET",route="none",status="404"} 1');
    expect(body).not.toMatch(/secret|made\/up/);
    for (const header of ["forwarded", "x-forwarded-for", "x-real-ip", "via"])
      expect((await app.call("GET", "/metrics", { headers: { [header]: "203.0.113.1" } })).status, header).toBe(404);
    expect((await app.call("GET", "/metrics")).status, "once more").toBe(200);
    const { port } = new URL(app.url);
    for (const host of ["localhost", "LOCALHOST", "127.0.0.1", "127.255.0.10", "[::1]"])
      for (const own of [host, `${host}:${port}`]) expect(await statusAs(app.url, own), own).toBe(200);
    for (const host of ["rebound.example", "localhost.example", "xlocalhost", "127.0.0.1.example", "1127.0.0.1", "::1"])
      expect(await statusAs(app.url, `${host}:${port}`), host).toBe(404);
    await app.close();
  });

  it("tell what waits in the database, which one look answers for all, and are there without it", async () => {
    const paused = { paused: 7, pausedAutomations: 2, pausedWorkspaces: 1, isServerPaused: true };
    const backlog = { queued: 3, running: 2, waiting: 10_000, queueAge: 1.5, eventLag: 0.25, ...paused };
    let looks = 0;
    const metrics = createMetrics(null);
    measureBacklog(metrics.registry, async () => ((looks += 1), backlog), fail);
    const text = await metrics.registry.metrics();
    expect(text).toContain('trilho_runs{status="queued"} 3');
    expect(text).toContain('trilho_runs{status="waiting"} 10000');
    expect(text).toContain("trilho_runs_paused 7");
    expect(text).toContain('trilho_pauses{scope="automation"} 2');
    expect(text).toContain('trilho_pauses{scope="server"} 1');
    expect(text).toContain("trilho_queue_age_seconds 1.5");
    expect(text).toContain("trilho_event_lag_seconds 0.25");
    await metrics.registry.metrics();
    expect(looks).toBe(1);

    const errors: unknown[] = [];
    const without = createMetrics(null);
    const away = new Error("away");
    measureBacklog(
      without.registry,
      () => Promise.reject(away),
      (error) => errors.push(error),
    );
    expect(await without.registry.metrics()).toMatch(/^trilho_queue_age_seconds nan$/im);
    expect(errors).toEqual([away]);
  });

  it("are there for who has the token, where there is one, and for nobody else", async () => {
    const metricsToken = "t".repeat(32);
    const app = await startTestApp({ metrics: createMetrics(null), metricsToken }, opened);
    const ask = async (token?: string) => (await app.call("GET", "/metrics", { key: token })).status;
    expect(await ask(metricsToken)).toBe(200);
    expect([await ask(), await ask("t".repeat(31)), await ask("u".repeat(32))]).toEqual([404, 404, 404]);
    await app.close();
  });

  it("are not there without metrics", async () => {
    const app = await startTestApp({}, opened);
    expect((await app.call("GET", "/metrics")).status).toBe(404);
    await app.close();
  });
});
