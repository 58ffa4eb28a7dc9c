import { ROUTES, type FieldError, type OperationId, type Route } from "@trilho/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "../domain/model.ts";
import { invalid, type Outcome } from "../domain/outcome.ts";
import { Refusal } from "./errors.ts";
import { createGate, principalOf } from "./gates.ts";
import type { BodyChecks, Handlers } from "./handlers.ts";
import { createChecks } from "./validation.ts";

/** What a handler is once its operation's types are left behind: the checks before it hold them. */
type AnyHandler = (input: {
  principal: Principal;
  params: unknown;
  query: unknown;
  body: unknown;
}) => Promise<Outcome<unknown>>;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Serves every row of the route table, and 405 for its paths with other methods. */
export function registerRoutes(api: FastifyInstance, handlers: Handlers, bodyChecks: BodyChecks): void {
  for (const id of Object.keys(ROUTES) as OperationId[]) {
    registerRoute(api, ROUTES[id], handlers[id] as unknown as AnyHandler, bodyChecks[id]);
  }
  for (const [path, allowed] of methodsByPath()) refuseOtherMethods(api, path, allowed);
}

function registerRoute(
  api: FastifyInstance,
  route: Route,
  handle: AnyHandler,
  checkBody: ((principal: Principal, body: unknown) => Promise<FieldError[]>) | undefined,
): void {
  const checks = createChecks(route);

  const problemsOf = async (request: FastifyRequest): Promise<FieldError[]> => {
    const problems = [...checks.params(request.params), ...checks.query(request.query), ...checks.body(request.body)];
    if (problems.length === 0 || checkBody === undefined) return problems;
    return merged(problems, await checkBody(principalOf(request), request.body));
  };

  api.route({
    method: route.method,
    url: pattern(route.path),
    onRequest: createGate(route),
    async handler(request, reply) {
      const problems = await problemsOf(request);
      if (problems.length > 0) throw new Refusal(invalid(problems));
      const { params, query, body } = request;
      return answer(reply, route, await handle({ principal: principalOf(request), params, query, body }));
    },
  });
}

function answer(reply: FastifyReply, route: Route, outcome: Outcome<unknown>): FastifyReply {
  if (!outcome.ok) throw new Refusal(outcome.failure);
  reply.code(route.success.status);
  return route.success.schema === null ? reply.send() : reply.send({ data: outcome.value, message: null });
}

function merged(problems: readonly FieldError[], further: readonly FieldError[]): FieldError[] {
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
  api.route({
    method: METHODS.filter((method) => !allowed.has(method)),
    url: pattern(path),
    // Before the body is read: whatever it holds, the method is what is wrong.
    async onRequest(_, reply) {
      reply.header("allow", allow);
      throw new Refusal({ code: "BAD_REQUEST", status: 405, message: `This route answers ${allow}.` });
    },
    handler: (_, reply) => reply.send(),
  });
}

/** `/automations/{id}` as the router spells it: `/automations/:id`. */
const pattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ":$1");
