import { isObject } from "./transport/answer.ts";
import type { Answered, Call, CallOptions, Page } from "./transport/call.ts";
import { answering, paging } from "./transport/call.ts";
import { ResponseShapeError } from "./transport/errors.ts";
import type { Query } from "./transport/query.ts";
import type { Method, Request, Transport } from "./transport/transport.ts";

type ClientMethod = (...args: unknown[]) => Call<unknown>;

/**
 * A method from its line of the generated table, such as `page GET /deals query`: the kind of answer, what it asks
 * for, and what its caller gives after the parameters of the path.
 */
export function createMethod(transport: Transport, line: string): ClientMethod {
  const [kind = "", method = "", path = "", input = ""] = line.split(" ");
  const names = [...path.matchAll(/\{\w+\}/g)].map(([name]) => name);
  const fits = SHAPES[kind] ?? SHAPES["none"];

  return (...args) => {
    const values = args.slice(0, names.length);
    const given = input === "" ? undefined : args[names.length];
    const options = (args[names.length + (input === "" ? 0 : 1)] ?? {}) as CallOptions;
    const request: Request = {
      method: method as Method,
      path: names.reduce((text, name, index) => text.replace(name, encodeURIComponent(String(values[index]))), path),
      ...(input !== "" && { [input]: given }),
      ...(kind === "file" && { isBinary: true }),
    };
    const ask = async (asked: Request): Promise<Answered<unknown>> => {
      const answer = await transport(asked, options);
      if (fits?.(answer.data)) return kind === "none" ? { ...answer, data: undefined } : answer;
      throw new ResponseShapeError(
        `${method} ${request.path} answered in another shape.`,
        answer.response.status,
        null,
      );
    };
    const first = ask(request);
    if (kind !== "page") return answering(first);
    const next = (cursor: string) => ask({ ...request, query: { ...(given as Query | undefined), cursor } });
    return paging(
      first as Promise<Answered<Page<unknown>>>,
      next as (cursor: string) => Promise<Answered<Page<unknown>>>,
    );
  };
}

/**
 * The outline of each kind of answer. The fields inside are the contract's word: checking each of them would put the
 * whole contract into every browser.
 */
const SHAPES: Readonly<Record<string, (data: unknown) => boolean>> = {
  one: isObject,
  maybe: (data) => data === null || isObject(data),
  list: Array.isArray,
  page: (data) =>
    isObject(data) &&
    Array.isArray(data["items"]) &&
    typeof data["hasMore"] === "boolean" &&
    (data["nextCursor"] === null || typeof data["nextCursor"] === "string"),
  file: (data) => data instanceof Blob,
  none: () => true,
};
