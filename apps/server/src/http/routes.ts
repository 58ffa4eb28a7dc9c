import { KEYED_METHODS, ROUTES, type FieldError, type OperationId, type Route } from "@trilho/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { Download } from "../domain/files.ts";
import type { Principal } from "../domain/model.ts";
import { invalid, type Outcome } from "../domain/outcome.ts";
import type { IdempotencyStore } from "../domain/platform.ts";
import { after, type Awaitable } from "../security/awaitable.ts";
import { sendDownload } from "./downloads.ts";
import { Refusal } from "./errors.ts";
import { createGate, principalOf } from "./gates.ts";
import { createOnce, type Once } from "./idempotency.ts";
import type { BodyChecks, Handlers } from "./handlers.ts";
import { undecodableParts } from "./query-encoding.ts";
import { createQueryReader, type FlatQuery, type ShapedQuery } from "./query.ts";
import { readFilesOnly, readUpload } from "./uploads.ts";
import { responseSchemas } from "./serialising.ts";
import { createChecks } from "./validation.ts";

/** What a handler is once its operation's types are left behind: the checks before it hold them. */
type AnyHandler = (input: {
  principal: Principal;
  params: unknown;
  query: unknown;
  body: unknown;
}) => Promise<Outcome<unknown>>;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** Serves every row of the route table, 405 for its paths with other methods, and 404 for every other path. */
export function registerRoutes(
  api: FastifyInstance,
  handlers: Handlers,
  bodyChecks: BodyChecks,
  idempotency: IdempotencyStore,
): void {
  const register = (scope: FastifyInstance, id: OperationId): void => {
    const once = KEYED_METHODS.includes(ROUTES[id].method) ? createOnce(id, idempotency) : null;
    registerRoute(scope, ROUTES[id], handlers[id] as unknown as AnyHandler, bodyChecks[id], once);
  };
  const ids = Object.keys(ROUTES) as OperationId[];
  for (const id of ids.filter(takesNoFile)) register(api, id);
  api.register(async (uploads) => {
    await readFilesOnly(uploads);
    for (const id of ids.filter(takesFile)) register(uploads, id);
  });
  for (const [path, allowed] of methodsByPath()) refuseOtherMethods(api, path, allowed);
  refuseOtherPaths(api);
}

const takesFile = (id: OperationId): boolean => "upload" in ROUTES[id];
const takesNoFile = (id: OperationId): boolean => !takesFile(id);

function registerRoute(
  api: FastifyInstance,
  route: Route,
  handle: AnyHandler,
  checkBody: ((principal: Principal, body: unknown) => Promise<FieldError[]>) | undefined,
  once: Once | null,
): void {
  const checks = createChecks(route);
  const bodyOf = ({ body }: FastifyRequest): unknown => (body === undefined && route.bodyIsOptional ? {} : body);
  const readQuery = createQueryReader(route.query, route.unknownQuery);

  const problemsOf = (request: FastifyRequest, query: ShapedQuery): Awaitable<FieldError[]> => {
    const problems = joined(
      checks.params(request.params),
      merged(merged(undecodableParts(request.url), query.problems), checks.query(query.query)),
      checks.body(bodyOf(request)),
    );
    if (problems.length === 0 || checkBody === undefined) return problems;
    return checkBody(principalOf(request), request.body).then((further) => merged(problems, further));
  };

  const perform = (request: FastifyRequest, reply: FastifyReply, query: unknown, body: unknown): Awaitable<void> =>
    after(once?.begin(request, reply, body) ?? false, (isAnswered) => {
      if (isAnswered) return;
      const { params } = request;
      return handle({ principal: principalOf(request), params, query, body }).then((outcome) =>
        answer(reply, route, outcome),
      );
    });

  const run = (request: FastifyRequest, reply: FastifyReply): Awaitable<void> => {
    const shaped = readQuery(request.query as FlatQuery);
    return after(problemsOf(request, shaped), (problems) => {
      if (problems.length > 0) throw new Refusal(invalid(problems));
      const body = route.upload ? readUpload(request, route.upload) : bodyOf(request);
      return after(body, (read) => perform(request, reply, shaped.query, read));
    });
  };

  api.route({
    method: route.method,
    url: pattern(route.path),
    onRequest: createGate(route),
    schema: { response: responseSchemas(route) },
    ...(once !== null && { onSend: once.end }),
    // Answers by itself: for the promise of a reply, the framework would watch the end of every answer.
    handler(request, reply) {
      const running = run(request, reply);
      if (running instanceof Promise) running.catch((error: unknown) => reply.send(asError(error)));
    },
  });
}

/** What is no error would be sent as an answer. */
const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error("Thrown", { cause: thrown }));

const KEYED = KEYED_METHODS.join(", ");

const NONE: FieldError[] = [];

/** Nearly always there are none, and nothing is made for them. */
const joined = (...lists: readonly (readonly FieldError[])[]): FieldError[] =>
  lists.every(({ length }) => length === 0) ? NONE : lists.flat();

function answer(reply: FastifyReply, route: Route, outcome: Outcome<unknown>): void {
  if (!outcome.ok) throw new Refusal(outcome.failure);
  // A client of other services, too, sends a key only to one that is known to take it.
  reply.code(route.success.status).header("accept-idempotency-key", KEYED);
  if (outcome.value instanceof Download) sendDownload(reply, outcome.value);
  else if (route.success.schema === null) reply.send();
  else reply.send({ data: outcome.value, message: null });
}

function merged(problems: FieldError[], further: FieldError[]): FieldError[] {
  if (problems.length === 0) return further;
  const fields = new Set(problems.map((problem) => problem.field));
  return [...problems, ...further.filter((problem) => !fields.has(problem.field))];
}

function methodsByPath(): Map<string, Set<string>> {
  const byPath = new Map<string, Set<string>>();
  for (const { method, path } of Object.values(ROUTES)) byPath.set(path, (byPath.get(path) ?? new Set()).add(method));
  return byPath;
}

function refuseOtherMethods(api: FastifyInstance, path: string, allowed: ReadonlySet<string>): void {
  const allow = [...allowed].join(", ");
  const refusal = new Refusal({ code: "BAD_REQUEST", status: 405, message: `This route answers ${allow}.` });
  const methods = METHODS.filter((method) => !allowed.has(method));
  refuseEarly(api, methods, pattern(path), (reply) => {
    reply.header("allow", allow);
    return refusal;
  });
}

/** Routes rather than a not-found handler: the editor's files have a route for every path, which would come first. */
function refuseOtherPaths(api: FastifyInstance): void {
  const refusal = new Refusal({ code: "NOT_FOUND", message: "There is no such route." });
  for (const url of ["/", "/*"]) refuseEarly(api, [...api.supportedMethods], url, () => refusal);
}

/** Refuses before the body is read: whatever it holds, the address is what is wrong. */
function refuseEarly(
  api: FastifyInstance,
  method: HTTPMethods[],
  url: string,
  refuse: (reply: FastifyReply) => Refusal,
): void {
  api.route({
    method,
    url,
    async onRequest(_, reply) {
      throw refuse(reply);
    },
    handler: (_, reply) => reply.send(),
  });
}

/** `/automations/{id}` as the router spells it: `/automations/:id`. */
const pattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");
