import { ROUTES, type FieldError, type OperationId, type Route } from "@trilho/contract";
import { isObject } from "@trilho/engine";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "../security/principal.ts";
import { invalid, noticed, type Outcome } from "../service/outcome.ts";
import { ignored } from "../service/ignored.ts";
import { after, type Awaitable } from "../security/awaitable.ts";
import { answer, replay } from "./answers/answers.ts";
import { Refusal } from "./answers/errors.ts";
import { createGate, principalOf } from "./gates.ts";
import { createIgnoredKeys, MOST } from "./requests/ignored-keys.ts";
import { createOnce, type Once } from "./idempotency.ts";
import type { Serve } from "../service/handlers.ts";
import { refuseEarly, refuseOtherMethods } from "./refuse-early.ts";
import { undecodableParts } from "./requests/query-encoding.ts";
import { createQueryReader, type FlatQuery, type ShapedQuery } from "./requests/query.ts";
import { readFilesOnly, readUpload } from "./requests/uploads.ts";
import { createUnknownValues } from "./requests/unknown-values.ts";
import { listWriter, responseSchemas } from "./answers/serialising.ts";
import { createChecks } from "./requests/validation.ts";
import type { RequestStores } from "../service/requests.ts";

/** What a handler is once its operation's types are left behind: the checks before it hold them. */
type AnyHandler = (input: {
  principal: Principal;
  params: unknown;
  query: unknown;
  body: unknown;
  onceKey: string | null;
}) => Promise<Outcome<unknown>>;

type AnyCheck = (faulty: {
  principal: Principal;
  params: unknown;
  body: unknown;
  sound: object;
}) => Promise<readonly FieldError[]>;

/** Serves every row of the route table, 405 for its paths with other methods, and 404 for every other path. */
export function registerRoutes<Stores extends RequestStores<Stores>>(
  api: FastifyInstance,
  store: Stores,
  serve: Serve<Stores>,
): void {
  const { handlers, bodyChecks } = serve(store);
  const register = (scope: FastifyInstance, id: OperationId): void => {
    const handlerOn = (on: Stores): AnyHandler =>
      (on === store ? handlers : serve(on).handlers)[id] as unknown as AnyHandler;
    const once = createOnce(id, ROUTES[id], store);
    registerRoute(scope, ROUTES[id], { once, handlerOn, checkBody: bodyChecks[id] as AnyCheck | undefined });
  };
  const ids = Object.keys(ROUTES) as OperationId[];
  for (const id of ids.filter(takesNoFile)) register(api, id);
  api.register(async (uploads) => {
    await readFilesOnly(uploads);
    for (const id of ids.filter(takesFile)) register(uploads, id);
  });
  for (const [path, allowed] of methodsByPath()) refuseOtherMethods(api, pattern(path), allowed);
  refuseOtherPaths(api);
}

const takesFile = (id: OperationId): boolean => "upload" in ROUTES[id];
const takesNoFile = (id: OperationId): boolean => !takesFile(id);

interface Operation<Stores> {
  once: Once<Stores>;
  handlerOn: (stores: Stores) => AnyHandler;
  checkBody: AnyCheck | undefined;
}

function registerRoute<Stores>(
  api: FastifyInstance,
  route: Route,
  { once, handlerOn, checkBody }: Operation<Stores>,
): void {
  const checks = createChecks(route);
  const bodyOf = ({ body }: FastifyRequest): unknown => (body === undefined && route.bodyIsOptional ? {} : body);
  const ignoredKeys = createIgnoredKeys(route);
  const unknownValues = createUnknownValues(route);
  const readQuery = createQueryReader(route.query, route.unknownQuery);
  const sized = sizedBy(route);
  const writeList = listWriter(route);

  const problemsOf = (request: FastifyRequest, query: ShapedQuery): Awaitable<FieldError[]> => {
    const ofParams = checks.params(request.params);
    const ofQuery = merged(merged(undecodableParts(request.url), query.problems), checks.query(query.query));
    const ofBody = checks.body(bodyOf(request));
    const problems = joined(ofParams, ofQuery, ofBody);
    // Who is meant has to be known before it can be said what else is wrong.
    if (problems.length === 0 || checkBody === undefined || ofParams.length > 0) return problems;
    const { params, body } = request;
    const faulty = { principal: principalOf(request), params, body, sound: soundPartsOf(body, ofBody) };
    return checkBody(faulty).then((further) => merged(problems, further));
  };

  const perform = async (
    request: FastifyRequest,
    reply: FastifyReply,
    query: unknown,
    body: unknown,
    passedOver: readonly string[],
  ): Promise<void> => {
    const principal = principalOf(request);
    const input = { principal, params: request.params, query, body };
    const keys = ignoredKeys(body, request.query);
    const values = passedOver.slice(0, MOST - keys.length);
    const notices = keys.length + values.length === 0 ? [] : [ignored(keys, values, principal.locale)];
    const performed = await once(request, reply, body, async (on, onceKey) =>
      noticed(await handlerOn(on)({ ...input, onceKey }), notices),
    );
    if ("replayed" in performed) replay(reply, performed.replayed);
    else await answer(reply, route, performed.outcome, writeList);
  };

  const run = (request: FastifyRequest, reply: FastifyReply): Awaitable<void> => {
    const shaped = readQuery(request.query as FlatQuery);
    const passedOver = unknownValues(shaped.query);
    return after(problemsOf(request, shaped), (problems) => {
      if (problems.length > 0) throw new Refusal(invalid(problems));
      const body = route.upload ? readUpload(request, route.upload) : bodyOf(request);
      return after(body, (read) => perform(request, reply, sized(shaped.query), read, passedOver));
    });
  };

  api.route({
    method: route.method,
    url: pattern(route.path),
    onRequest: createGate(route),
    schema: { response: responseSchemas(route) },
    // Answers by itself: for the promise of a reply, the framework would watch the end of every answer.
    handler(request, reply) {
      const running = run(request, reply);
      if (running instanceof Promise) running.catch((error: unknown) => reply.send(asError(error)));
    },
  });
}

/** What is left of a body without the parts in which there is a problem. */
function soundPartsOf(body: unknown, problems: readonly FieldError[]): object {
  if (!isObject(body)) return {};
  const wrong = new Set(problems.map(({ field }) => /^[^.[]*/.exec(field)?.[0]));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !wrong.has(name)));
}

/** Of a list whose size nobody asked for, it is the usual one. */
function sizedBy({ query }: Route): (query: ShapedQuery["query"]) => ShapedQuery["query"] {
  const { limit } = (query as { properties?: { limit?: { default?: number } } } | undefined)?.properties ?? {};
  return limit?.default === undefined ? (given) => given : (given) => ({ limit: limit.default, ...given });
}

/** What is no error would be sent as an answer. */
const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error("Thrown", { cause: thrown }));

const NONE: FieldError[] = [];

/** Nearly always there are none, and nothing is made for them. */
const joined = (...lists: readonly (readonly FieldError[])[]): FieldError[] =>
  lists.every(({ length }) => length === 0) ? NONE : lists.flat();

function merged(problems: FieldError[], further: readonly FieldError[]): FieldError[] {
  if (problems.length === 0) return [...further];
  const fields = new Set(problems.map((problem) => problem.field));
  return [...problems, ...further.filter((problem) => !fields.has(problem.field))];
}

function methodsByPath(): Map<string, Set<string>> {
  const byPath = new Map<string, Set<string>>();
  for (const { method, path } of Object.values(ROUTES)) byPath.set(path, (byPath.get(path) ?? new Set()).add(method));
  return byPath;
}

/** Routes rather than a not-found handler: the editor's files have a route for every path, which would come first. */
function refuseOtherPaths(api: FastifyInstance): void {
  const refusal = new Refusal({ code: "NOT_FOUND", message: "There is no such route." });
  for (const url of ["/", "/*"]) refuseEarly(api, [...api.supportedMethods], url, () => refusal);
}

/** `/automations/{id}` as the router spells it: `/automations/:id`. */
const pattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");
