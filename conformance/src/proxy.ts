import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import { API_PREFIX, emitOpenapi } from "@trilho/contract";

/** A server in front of another one, which holds what passes to the API's OpenAPI document. */
export interface ValidatingProxy {
  /** Stands for the server's address with `/api/v1`. */
  url: string;
  close(): Promise<void>;
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
  return { url: await proxy.listen(0, "127.0.0.1"), close: () => proxy.close() };
}
