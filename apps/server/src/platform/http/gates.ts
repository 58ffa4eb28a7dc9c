import type { Route } from "@trilho/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Principal, KeyStore } from "../security/principal.ts";
import type { Failure } from "../service/outcome.ts";
import { after, type Awaitable } from "../security/awaitable.ts";
import { createAuthentication } from "../security/bearer.ts";
import { holds } from "../security/permissions.ts";
import { Refusal } from "./answers/errors.ts";
import { type Count, createLimiter, tooMany, type Limits, type SharedCounts } from "./limits.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Whom the request's key speaks for; null until the gates let it in. */
    principal: Principal | null;
  }
}

export interface GateParts {
  keys: KeyStore;
  serverSecret: string;
  limits: Limits;
  /** Counts in the memory of this process without them. */
  sharedCounts: SharedCounts | undefined;
  now: () => number;
}

/** One text for every reason, so that an answer reveals nothing about a key. */
const UNAUTHORIZED: Failure = { code: "UNAUTHORIZED", message: "The API key is missing or not valid." };

/** Everything that is settled before a body is read: 429 per address, 401, 429 per workspace. */
export function createEntrance({ keys, serverSecret, limits, sharedCounts, now }: GateParts) {
  const ofAddress = createLimiter(limits.perIp, "address", sharedCounts);
  const ofWorkspace = createLimiter(limits.perWorkspace, "workspace", sharedCounts);
  const authenticate = createAuthentication(keys, serverSecret);

  const admit = (request: FastifyRequest, reply: FastifyReply): Awaitable<void> =>
    after(ofAddress(request.ip), (address) => {
      if (address.exceeded) throw refusalOf("address", address, reply);
      return after(authenticate(request.headers.authorization, now()), (principal) => {
        if (principal === null) {
          withLimitHeaders(address, reply).header("www-authenticate", "Bearer");
          throw new Refusal(UNAUTHORIZED);
        }
        request.principal = principal;
        return after(ofWorkspace(principal.workspaceId), (workspace) => {
          if (workspace.exceeded) throw refusalOf("workspace", workspace, reply);
          withLimitHeaders(workspace.remaining < address.remaining ? workspace : address, reply);
        });
      });
    });

  /** Calls `done` where nothing is waited for, else answers a promise: the framework takes either. */
  return function enter(request: FastifyRequest, reply: FastifyReply, done: () => void): Awaitable<void> {
    const admitted = admit(request, reply);
    if (admitted instanceof Promise) return admitted;
    done();
  };
}

/** Says in the answer how far a limit is. */
const withLimitHeaders = ({ limit, remaining, seconds }: Count, reply: FastifyReply): FastifyReply =>
  reply.header("ratelimit-limit", limit).header("ratelimit-remaining", remaining).header("ratelimit-reset", seconds);

function refusalOf(scope: "address" | "workspace", count: Count, reply: FastifyReply): Refusal {
  const { seconds } = count;
  withLimitHeaders(count, reply).header("x-rate-limit-retry-after-seconds", seconds).header("retry-after", seconds);
  return new Refusal(tooMany(scope, seconds));
}

/** 403: a feature that is off, then a permission that is missing. */
export function createGate({ features, permission }: Route) {
  return function pass(request: FastifyRequest, _reply: FastifyReply, done: (refusal?: Refusal) => void): void {
    const principal = principalOf(request);
    const off = features.find((feature) => !principal.features.has(feature));
    if (off !== undefined) {
      done(new Refusal({ code: "FEATURE_DISABLED", message: `The feature ${off} is not on in this workspace.` }));
    } else if (permission !== null && !holds(principal, permission)) {
      done(new Refusal({ code: "FORBIDDEN", message: `This key's member lacks the permission ${permission}.` }));
    } else done();
  };
}

/** Whom an admitted request speaks for. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error("A route was reached without passing the entrance.");
  return request.principal;
}
