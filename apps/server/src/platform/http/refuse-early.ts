import type { FastifyInstance, FastifyReply, HTTPMethods } from "fastify";
import { Refusal } from "./answers/errors.ts";

/** Refuses before the body is read: whatever it holds, the address is what is wrong. */
export function refuseEarly(
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

/** What is read alone. */
export const READ: ReadonlySet<string> = new Set(["GET"]);

/** 405 for the methods that an address, as the router spells it, does not have; HEAD goes with GET. */
export function refuseOtherMethods(api: FastifyInstance, url: string, allowed: ReadonlySet<string>): void {
  const allow = [...allowed].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  const refusal = new Refusal({ code: "BAD_REQUEST", status: 405, message: `This route answers ${allow}.` });
  const methods = api.supportedMethods.filter((method) => !allowed.has(method === "HEAD" ? "GET" : method));
  refuseEarly(api, methods, url, (reply) => {
    reply.header("allow", allow);
    return refusal;
  });
}
