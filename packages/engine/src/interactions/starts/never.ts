import type { MessageParams } from "../../contract/diagnostic.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import type { Touch } from "../touches/types.ts";
import type { Things } from "./things.ts";

/** An automation, what it reads around its graph, and what its workspace has. */
export interface Looked {
  readonly known: KnownAutomation;
  readonly read: readonly Touch[];
  readonly things: Things;
}

/** What keeps everything from starting an automation. */
export type Why = "gone" | "out-of-scope" | "same-stage" | "no-such-deal" | "rules";

/** Why an automation can never start, and where it says so: a JSON Pointer into it. */
export interface Never {
  readonly params: MessageParams & { readonly why: Why };
  readonly path: string;
}

/** It asks for what is not there. */
export const gone = (thing: string, id: string, path: string): Never => ({ params: { why: "gone", thing, id }, path });

/** Whether a place is another one, or in it. */
export const isWithin = (path: string, above: string): boolean => path === above || path.startsWith(`${above}/`);
