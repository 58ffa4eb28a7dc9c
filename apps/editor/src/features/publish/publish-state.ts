import type { Automation, FieldError, Warning } from "@trilho/api-client";
import type { Diagnostic } from "@trilho/engine";
import type { Draft } from "../../document/draft/draft.ts";
import type { Sent } from "../../document/draft/reconcile-publish.ts";

/** Why a draft was not published, where a person has to decide or fix something; or what has to be fixed in what was. */
export type PublishIssue =
  | { kind: "settings" }
  | { kind: "graph"; problems: readonly Diagnostic[] }
  | { kind: "refused"; fieldErrors: readonly FieldError[] }
  | { kind: "conflict"; theirs: Automation }
  | { kind: "gone" }
  /** Steps of `draft`, which is stored now, that the service says will fail whatever happens. */
  | { kind: "failing"; warnings: readonly Warning[]; draft: Draft; stored: "published" | "toReview" };

/** What is to be fixed in what the service took; of all else that it warns of, the list of problems tells. */
export function failingOf(
  warnings: readonly Warning[],
  draft: Draft,
  stored: "published" | "toReview",
): PublishIssue | null {
  const failing = warnings.filter(({ code }) => code === "certain-failure");
  return failing.length > 0 ? { kind: "failing", warnings: failing, draft, stored } : null;
}

/** How far publishing is. `auto`: it is tried again by itself as soon as that makes sense. */
export type PublishPhase =
  | { kind: "idle" }
  | { kind: "sending"; since: number }
  /** The answer was lost, or the publish was `refused` because another version is stored. */
  | { kind: "checking"; refused: boolean }
  /** What became of it could not be found out yet. */
  | { kind: "unknown"; sent: Sent; error: unknown; auto: boolean }
  /** What became of a creation cannot be asked for: a person decides. `repeatable`: sent again it is stored once. */
  | { kind: "undecided"; sent: Sent; repeatable: boolean }
  /** Surely not stored. `until`: not to be tried before, in ms since 1970. */
  | { kind: "failed"; error: unknown; auto: boolean; until: number | null }
  /** There is no network: not even sent. */
  | { kind: "waiting"; auto: boolean }
  /** The server answered what cannot be true. */
  | { kind: "odd"; what: "id" | "version" };

export interface PublisherState {
  phase: PublishPhase;
  issue: PublishIssue | null;
}

export interface Target {
  /** Null for an automation that was never published. */
  base: Automation | null;
  draft: Draft;
  /** What is new, for the history; without it, what was last given and not published yet. */
  note?: string;
}
