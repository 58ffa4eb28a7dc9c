import type { JsonValue } from "@trilho/engine/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CHAIN_HEADER } from "../../areas/automations/webhook.ts";
import { invalid } from "../../platform/service/outcome.ts";
import { type HookService, isAllowed, type Shown } from "./hooks.ts";
import type { Hook } from "../model/trigger-ports.ts";
import { Refusal } from "../../platform/http/answers/errors.ts";
import { createLimiter, type Limiter, type SharedCounts } from "../../platform/http/limits.ts";
import { refuseOtherMethods } from "../../platform/http/refuse-early.ts";
import { unstorableValues } from "../../platform/http/requests/text.ts";

export interface AutomationHookParts {
  hooks: HookService;
  /** Calls per minute: from one address of the network, and to one automation as many as a workspace may make. */
  limits: { perIp: number; perWorkspace: number };
  sharedCounts?: SharedCounts | undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The automation that is called, once its caller was let in. */
    hook: Hook | null;
  }
}

const ADDRESS = "/hooks/automations/:token";

interface Params {
  token: string;
}

/**
 * `POST /hooks/automations/{token}`, which other systems call to start an automation. 202 once the call is written down;
 * its runs start soon after. Who may not call is refused before the body is read.
 */
export async function serveAutomationHooks(app: FastifyInstance, parts: AutomationHookParts): Promise<void> {
  const { hooks, limits, sharedCounts } = parts;
  const ofIp = createLimiter(limits.perIp, "hook-ip", sharedCounts);
  const ofAutomation = createLimiter(limits.perWorkspace, "hook", sharedCounts);
  app.decorateRequest("hook", null);

  /** Whoever may call by what is remembered of the automation, or by what it is now. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await count(ofIp, request.ip, "this address", reply);
    const hook = await hooks.find(tokenOf(request));
    if (hook === null) throw new Refusal(NOBODY);
    await count(ofAutomation, hook.automation.id, "callers of this automation", reply);
    request.hook = isAllowed(hook, shownBy(request)) ? hook : await admit(request, reply);
  };

  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<Hook> => {
    const hook = await hooks.findNow(tokenOf(request));
    if (hook === null) throw new Refusal(NOBODY);
    if (isAllowed(hook, shownBy(request))) return hook;
    reply.header("www-authenticate", 'Basic realm="automation", charset="UTF-8"');
    throw new Refusal({ code: "UNAUTHORIZED", message: "The automation's credentials are missing or wrong." });
  };

  refuseOtherMethods(app, ADDRESS, new Set(["POST"]));
  app.post(ADDRESS, { onRequest }, async (request, reply) => {
    let { hook } = request;
    if (hook === null) throw new Error("A call was answered without its automation.");
    const body = (request.body ?? null) as JsonValue;
    const problems = unstorableValues(body);
    if (problems.length > 0) throw new Refusal(invalid(problems));
    const call = { idempotencyKey: keyOf(request), mark: headerOf(request, CHAIN_HEADER) ?? null };
    let outcome = await hooks.call(hook, body, call);
    while (outcome === null) {
      hook = await admit(request, reply);
      outcome = await hooks.call(hook, body, call);
    }
    if (!outcome.ok) throw new Refusal(outcome.failure);
    return reply.code(202).header("cache-control", "no-store").send({ data: outcome.value });
  });
}

const NOBODY = { code: "NOT_FOUND", message: "Nothing listens at this address." } as const;

const tokenOf = ({ params }: FastifyRequest): string => (params as Params).token;

const shownBy = (request: FastifyRequest): Shown => ({ header: (name) => headerOf(request, name) });

async function count(limiter: Limiter, who: string, whom: string, reply: FastifyReply): Promise<void> {
  const { exceeded, seconds } = await limiter(who);
  if (!exceeded) return;
  reply.header("retry-after", seconds);
  const message = `Too many requests from ${whom}. Try again in ${seconds} s.`;
  throw new Refusal({ code: "QUOTA_EXCEEDED", status: 429, message });
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === "string" ? value : undefined;
}

function keyOf(request: FastifyRequest): string | null {
  const key = headerOf(request, "idempotency-key");
  if (key === undefined) return null;
  if (/^[!-~](?:[ -~]{0,253}[!-~])?$/.test(key)) return key;
  throw new Refusal(invalid([{ field: "Idempotency-Key", message: "must have 1 to 255 printable ASCII characters" }]));
}
