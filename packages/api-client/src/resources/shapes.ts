import { ResponseShapeError } from "../transport/errors.ts";
import type { CallOptions, Request, Transport } from "../transport/transport.ts";
import type { Page } from "./pages.ts";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isPage = (value: unknown): boolean =>
  isObject(value) &&
  Array.isArray(value["items"]) &&
  typeof value["hasMore"] === "boolean" &&
  (value["nextCursor"] === null || typeof value["nextCursor"] === "string");

/**
 * Asks, and checks the outline of what came back. The fields inside are the contract's word: checking each of them
 * would put the whole contract into every browser.
 */
async function ask(
  transport: Transport,
  request: Request,
  options: CallOptions | undefined,
  fits: (data: unknown) => boolean,
  wanted: string,
): Promise<unknown> {
  const data = await transport(request, options);
  if (fits(data)) return data;
  throw new ResponseShapeError(`${request.method} ${request.path} answered without ${wanted}.`, 200, null);
}

export const askOne = <T>(transport: Transport, request: Request, options?: CallOptions): Promise<T> =>
  ask(transport, request, options, isObject, "a resource") as Promise<T>;

export const askList = <T>(transport: Transport, request: Request, options?: CallOptions): Promise<T[]> =>
  ask(transport, request, options, Array.isArray, "a list") as Promise<T[]>;

export const askPage = <T>(transport: Transport, request: Request, options?: CallOptions): Promise<Page<T>> =>
  ask(transport, request, options, isPage, "a page") as Promise<Page<T>>;
