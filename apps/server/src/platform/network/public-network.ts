import { failureReason, type FailureReason } from "@trilho/engine/failures";
import { lookup as resolve, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, type Dispatcher } from "undici";
import { isPrivateAddress } from "./private-addresses.ts";

/** The address is one of our own network's. */
class PrivateAddress extends Error {
  override name = "PrivateAddress";
}

/** The way to addresses that others named. */
export interface PublicNetwork {
  dispatcher: Dispatcher;
  /** Throws what `isRefusal` knows. A name is checked when it is resolved; an address is never resolved. */
  check(url: string): void;
  close(): Promise<void>;
}

/**
 * Names are resolved once, and what they resolve to is what is connected to: an address of a private network is refused
 * however it is written, unless `allowPrivate`.
 */
export function openPublicNetwork({ allowPrivate }: { allowPrivate: boolean }): PublicNetwork {
  const dispatcher = new Agent({
    connect: { ...(!allowPrivate && { lookup: publicLookup(resolve) }) },
    connections: 16,
    pipelining: 0,
  });
  return {
    dispatcher,
    check(url) {
      const host = hostOf(url);
      if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddress();
    },
    close: () => dispatcher.destroy(),
  };
}

/** Whether a call failed because its address is private. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof PrivateAddress || (error instanceof AggregateError && error.errors.some(isRefusal));

/** Why it was, of a URL that `check` was asked about. */
export const refusalOf = (url: string): FailureReason => failureReason("address-private", { host: hostOf(url) });

const hostOf = (url: string): string => new URL(url).hostname.replaceAll(/[[\]]/g, "");

/** Resolves a name for the connection itself, so that a second answer of the name server cannot lead elsewhere. */
export const publicLookup =
  (ask: typeof resolve): LookupFunction =>
  (hostname, options, callback) => {
    ask(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const wrong = error ?? (addresses.some(({ address }) => isPrivateAddress(address)) ? new PrivateAddress() : null);
      const [first] = addresses ?? [];
      if (wrong !== null || first === undefined) {
        callback(wrong ?? new Error("The name has no address"), "", 0);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
