import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Automation, AutomationRun, ErrorBody, OutboxState, Pipeline, WorkspaceRun } from "@trilho/api-client";

export interface Answer {
  status: number;
  body?: unknown;
  /** Sent as it is, as a page of HTML, instead of `body`. */
  page?: string;
  headers?: Record<string, string>;
}

/** What can happen to a request on its way: no answer at all, or a connection cut before or after it was carried out. */
export type Mishap = "hang" | "cut" | "carried out, then cut" | "carried out, then hangs";

type Code = ErrorBody["code"];
type Handler = (params: readonly string[], body: Record<string, unknown>, query: URLSearchParams) => Answer;

const KEY = "trk_test_key";
const NOW = "2026-11-21T12:00:00.000Z";

const data = (value: unknown, status = 200): Answer => ({ status, body: { data: value, message: null } });
const page = (items: unknown[], nextCursor: string | null = null): Answer =>
  data({ items, nextCursor, hasMore: nextCursor !== null });
export const refusal = (status: number, code: Code, extra: Partial<ErrorBody> = {}): Answer => ({
  status,
  body: { error: `Refused with ${code}.`, code, requestId: "req_test", ...extra },
});

/** The contract's automation routes over real HTTP, on a memory that a test can look into and change. */
export class ContractServer {
  readonly automations = new Map<string, Automation>();
  readonly runs = new Map<string, AutomationRun[]>();
  readonly pipelines: Pipeline[] = [];
  /** What was asked, as "GET /automations". */
  readonly asked: string[] = [];
  /** Which channels send; null where it does not say, as a service of the contract alone. */
  outboxState: OutboxState | null = null;
  /** Secret that the next creation or replacement generates. */
  nextSecret: string | null = null;
  /** Happens instead of the routes while it is not null. */
  instead: Answer | Mishap | null = null;
  /** Whether it takes an Idempotency-Key: an extension that a service which speaks the contract need not have. */
  takesKeys = false;
  readonly #answered = new Map<string, { sent: string; answer: Answer }>();
  #created = 0;
  /** Happens to the next writes alone: to one, or to one after the other. */
  onWrite: Answer | Mishap | (Answer | Mishap)[] | null = null;
  /** What was said of each replacement. */
  readonly notes: unknown[] = [];
  /** What was carried out is answered after it. */
  until: Promise<void> = Promise.resolve();
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  get session(): { baseUrl: string; apiKey: string } {
    return { baseUrl: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`, apiKey: KEY };
  }

  async start(): Promise<void> {
    this.takesKeys = false;
    this.until = Promise.resolve();
    this.#created = 0;
    this.#answered.clear();
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  add(fields: Partial<Automation> & { id: string }): Automation {
    const automation: Automation = {
      name: `Automation ${fields.id}`,
      version: 1,
      enabled: false,
      triggerType: "deal_created",
      scope: "global",
      pipelineId: null,
      stageId: null,
      outboundChannelId: null,
      respectBusinessHours: false,
      triggerWindow: null,
      conditions: null,
      triggerConfig: null,
      graphDefinition: {
        version: 2,
        nodes: [
          { id: "t", type: "trigger" },
          { id: "e", type: "end" },
        ],
        edges: [{ id: "te", source: "t", target: "e" }],
      },
      actions: [],
      createdAt: NOW,
      updatedAt: NOW,
      ...fields,
    };
    this.automations.set(automation.id, automation);
    return automation;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://test");
    const path = url.pathname.replace(/^\/api\/v1/, "");
    this.asked.push(`${request.method} ${path}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const instead = this.#takeInstead(request);
    if (instead === "hang") return;
    if (instead === "cut") return void response.destroy();
    const text = Buffer.concat(chunks).toString("utf8");
    const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    const answer = typeof instead === "object" && instead !== null ? instead : null;
    const {
      status,
      body: json,
      page: html,
      headers,
    } = answer ?? this.#once(request, text, () => this.#route(request, path, body, url.searchParams));
    if (instead === "carried out, then hangs") return;
    if (instead === "carried out, then cut") return void response.destroy();
    await this.until;
    response.writeHead(status, {
      "content-type": html === undefined ? "application/json" : "text/html",
      ...(this.takesKeys && { "accept-idempotency-key": "POST, PUT" }),
      ...headers,
    });
    response.end(html ?? (json === undefined ? undefined : JSON.stringify(json)));
  }

  #takeInstead(request: IncomingMessage): Answer | Mishap | null {
    // What becomes of waiting runs is asked by POST, and changes nothing.
    const isRead = request.method === "GET" || request.url?.endsWith("/migration-preview");
    if (isRead || this.onWrite === null) return this.instead;
    const [next = null, ...later] = [this.onWrite].flat();
    this.onWrite = later.length === 0 ? null : later;
    return next;
  }

  #once(request: IncomingMessage, text: string, act: () => Answer): Answer {
    const key = request.headers["idempotency-key"];
    if (!this.takesKeys || typeof key !== "string") return act();
    const sent = `${request.method} ${request.url} ${text}`;
    const known = this.#answered.get(key);
    if (known !== undefined) return known.sent === sent ? known.answer : refusal(409, "CONFLICT");
    const answer = act();
    this.#answered.set(key, { sent, answer });
    return answer;
  }

  /** "created", then "created-2" and so on. */
  #newId(): string {
    this.#created += 1;
    return this.#created === 1 ? "created" : `created-${this.#created}`;
  }

  #route(request: IncomingMessage, path: string, body: Record<string, unknown>, query: URLSearchParams): Answer {
    if (request.headers.authorization !== `Bearer ${KEY}`) return refusal(401, "UNAUTHORIZED");
    for (const [method, pattern, handler] of this.#routes) {
      const match = request.method === method ? pattern.exec(path) : null;
      if (match) return handler(match.slice(1).map(decodeURIComponent), body, query);
    }
    return refusal(404, "NOT_FOUND");
  }

  readonly #routes: readonly (readonly [method: string, pattern: RegExp, handler: Handler])[] = [
    ["GET", /^\/automations$/, () => page([...this.automations.values()])],
    ["GET", /^\/automations\/([^/]+)$/, ([id = ""]) => this.#with(id, data)],
    ["POST", /^\/automations$/, (_params, body) => data(this.#stored(this.add({ ...body, id: this.#newId() })), 201)],
    ["PUT", /^\/automations\/([^/]+)$/, ([id = ""], body) => this.#with(id, (stored) => this.#replace(stored, body))],
    [
      "PATCH",
      /^\/automations\/([^/]+)\/enabled$/,
      ([id = ""], body) => this.#with(id, (stored) => data(this.add({ ...stored, enabled: body["enabled"] === true }))),
    ],
    [
      "DELETE",
      /^\/automations\/([^/]+)$/,
      ([id = ""]) => (this.automations.delete(id) ? { status: 204 } : refusal(404, "NOT_FOUND")),
    ],
    ["GET", /^\/automations\/([^/]+)\/runs$/, ([id = ""], _body, query) => this.#runsOf(id, query)],
    [
      "POST",
      /^\/automations\/([^/]+)\/(pause|resume)$/,
      ([id = "", act]) => this.#with(id, (stored) => data(this.#paused(stored, act === "pause"))),
    ],
    [
      "GET",
      /^\/automations\/([^/]+)\/stats$/,
      ([id = ""]) => data({ from: NOW, to: NOW, runs: 0, byStatus: [], ways: [], waiting: this.#waiting(id) }),
    ],
    ["POST", /^\/automations\/change$/, (_params, { ids, paused }) => data(this.#pausedAll(ids as string[], paused))],
    [
      "GET",
      /^\/automation-runs$/,
      (_params, _body, query) => page(this.#meant(query.getAll("status"), query.get("test"))),
    ],
    ["POST", /^\/automation-runs\/(retry|cancel)$/, ([act = ""], body) => this.#changeAll(act, body)],
    ["GET", /^\/outbox\/state$/, () => (this.outboxState ? data(this.outboxState) : refusal(404, "NOT_FOUND"))],
    ["GET", /^\/pipelines$/, () => data(this.pipelines)],
    ["GET", /^\/(?:tags|custom-fields|users)$/, () => data([])],
  ];

  #with(id: string, answer: (stored: Automation) => Answer): Answer {
    const stored = this.automations.get(id);
    return stored ? answer(stored) : refusal(404, "NOT_FOUND");
  }

  #replace(stored: Automation, { baseVersion, note, ...body }: Record<string, unknown>): Answer {
    if (baseVersion !== undefined && baseVersion !== stored.version) return refusal(409, "CONFLICT");
    this.notes.push(note);
    return data(this.#stored(this.add({ ...stored, ...body, version: stored.version + 1 })));
  }

  #stored(automation: Automation): Automation {
    const secret = this.nextSecret;
    this.nextSecret = null;
    return secret === null ? automation : { ...automation, secret };
  }

  #paused(stored: Automation, isPaused: boolean): Automation {
    const { pauses: _, ...running } = stored;
    return this.add(isPaused ? { ...running, pauses: [{ scope: "automation", since: NOW }] } : running);
  }

  #pausedAll(ids: readonly string[], paused: unknown): object {
    return {
      results: ids.map((id) => {
        this.#with(id, (stored) => data(this.#paused(stored, paused === true)));
        return { id, changed: true, error: null };
      }),
    };
  }

  #waiting(id: string): object[] {
    const runs = (this.runs.get(id) ?? []).filter(({ status }) => status === "waiting").length;
    return runs === 0
      ? []
      : [{ nodeId: "w", automationVersion: 1, runs, awaitingReply: 0, nextAttemptAt: "2026-11-22T12:00:00.000Z" }];
  }

  /** Runs of all automations in one of some statuses, any without; without tests where these are not wanted. */
  #meant(statuses: readonly string[], test: unknown): WorkspaceRun[] {
    return [...this.automations.values()].flatMap(({ id, name }) =>
      (this.runs.get(id) ?? [])
        .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
        .filter((run) => String(test) !== "false" || run.test !== true)
        .map((run) => ({ ...run, automation: { id, name } })),
    );
  }

  #changeAll(act: string, { status = [], test, dryRun }: Record<string, unknown>): Answer {
    const over = act === "retry" ? ["failed", "dead_letter"] : ["queued", "running", "waiting"];
    const meant = this.#meant(status as string[], test).filter((run) => over.includes(run.status));
    const told = { matched: meant.length, automations: new Set(meant.map(({ automation }) => automation.id)).size };
    if (dryRun === true) return data(told);
    const ids = new Set(meant.map(({ runId }) => runId));
    const next = act === "retry" ? "queued" : "cancelled";
    for (const [id, runs] of this.runs)
      this.runs.set(
        id,
        runs.map((run) => (ids.has(run.runId) ? { ...run, status: next } : run)),
      );
    return data({ ...told, changed: meant.length });
  }

  #runsOf(id: string, query: URLSearchParams): Answer {
    const wanted = query.get("status");
    const [version, nodeId] = [query.get("version"), query.get("nodeId")];
    const found = (this.runs.get(id) ?? []).filter(
      (run) =>
        (wanted === null || run.status === wanted) &&
        (version === null || run.automationVersion === Number(version)) &&
        (nodeId === null || run.currentNodeId === nodeId),
    );
    const from = Number(query.get("cursor") ?? 0);
    const to = from + 20;
    return page(found.slice(from, to), to < found.length ? String(to) : null);
  }
}
