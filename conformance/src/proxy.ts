import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import { API_PREFIX, emitOpenapi } from "@trilho/contract";

/** A server in front of another one, which holds what passes to the API's OpenAPI document. */
export interface ValidatingProxy {
  /** Stands for the server's address with `/api/v1`. */
  url: string;
  close(): Promise<void>;
  violationsOf: typeof violationsOf;
}

/** Where a request or an answer leaves the document. `location` begins with `request` or `response`. */
interface Violation {
  location: string[];
  message: string;
}

let operations: ReturnType<typeof getHttpOperationsFromSpec> | null = null;

/**
 * Prism as validating proxy of the server at `upstream`. Answers carry a header `sl-violations` that lists where
 * request or answer leave the document; bad requests are passed on, for the server to refuse.
 */
export async function startProxy(upstream: string): Promise<ValidatingProxy> {
  operations ??= getHttpOperationsFromSpec(emitOpenapi());
  const proxy = createServer(await operations, {
    components: { logger: createLogger("prism", { level: "silent" }) },
    cors: false,
    config: {
      isProxy: true,
      mock: { dynamic: false },
      upstream: new URL(upstream + API_PREFIX),
      upstreamProxy: undefined,
      checkSecurity: false,
      validateRequest: true,
      validateResponse: true,
      errors: false,
    },
  });
  return { url: await proxy.listen(0, "127.0.0.1"), close: () => proxy.close(), violationsOf };
}

/**
 * What the proxy found wrong with an answer that came through it: all that the document does not say of the answer, and
 * of a success also what should have had the request refused.
 */
export function violationsOf({ status, headers }: Pick<Response, "status" | "headers">): Violation[] {
  const all = JSON.parse(headers.get("sl-violations") ?? "[]") as Violation[];
  return all.filter(({ location }) =>
    // A method that a path does not have is in no document.
    location[0] === "response" ? status !== 405 : status < 300 && !isListItem(location),
  );
}

/** Lists may be written with commas, as the contract says, which no document can: `won,lost` looks like a wrong item. */
const isListItem = ([side, part, _name, ...inside]: readonly string[]): boolean =>
  side === "request" && part === "query" && inside.length > 0;
