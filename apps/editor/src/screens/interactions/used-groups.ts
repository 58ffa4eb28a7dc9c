import type { Place, Use, UsesByThing } from "@trilho/engine/interactions";
import type { Choice } from "../../describe/choices.ts";
import { scoreOf } from "../../ui/search/search.ts";

/** What of a workspace automations name, in the order of the list. */
const USED_KINDS = ["pipeline", "stage", "tag", "customField", "user", "channel", "template"] as const;
export type UsedKind = (typeof USED_KINDS)[number];

/** What a workspace has of a kind, by what automations name it by; whether that is all of it. */
export type Known = Readonly<Record<UsedKind, { things: readonly Choice[]; isAll: boolean }>>;

/** Something that the workspace has, or that an automation names though it is gone. */
export interface UsedThing {
  thing: Choice;
  isGone: boolean;
  uses: readonly Use[];
  /** How many automations read it, and how many write it. */
  readers: number;
  writers: number;
}

/** What is listed under one heading; stages by their pipeline. */
export interface UsedGroup {
  kind: UsedKind;
  within: string | null;
  things: readonly UsedThing[];
}

/** Everything that the workspace has, with where it is used, as far as its name, or its pipeline's, has what was typed. */
export function usedGroups(known: Known, uses: UsesByThing, typed: string): UsedGroup[] {
  return USED_KINDS.flatMap((kind) => {
    const { things, isAll } = known[kind];
    const ids = new Set(things.map(({ value }) => value));
    const others = [...uses[kind].keys()].filter((id) => !ids.has(id));
    const fitting = [...things, ...others.map((id): Choice => ({ value: id, label: id }))].filter(
      ({ label, group = "" }) => typed.trim() === "" || scoreOf(typed, `${label} ${group}`, false) > 0,
    );
    return [...new Set(fitting.map(({ group = null }) => group))].map((within) => ({
      kind,
      within,
      things: fitting
        .filter(({ group = null }) => group === within)
        .map((thing) => usedThing(thing, isAll && !ids.has(thing.value), uses[kind].get(thing.value) ?? [])),
    }));
  });
}

const usedThing = (thing: Choice, isGone: boolean, uses: readonly Use[]): UsedThing => ({
  thing,
  isGone,
  uses,
  readers: automationsIn(uses, "reads"),
  writers: automationsIn(uses, "writes"),
});

const automationsIn = (uses: readonly Use[], wanted: Use["mode"]): number =>
  new Set(uses.flatMap(({ mode, place }) => (mode === wanted ? [place.automationId] : []))).size;

/** How a place uses a thing: a step reads or writes it, and what stands around the graph reads it somewhere. */
export type Usage = "reads" | "writes" | "trigger" | "conditions" | "scope" | "channel";

const AROUND: readonly (readonly [pointer: string, usage: Usage])[] = [
  ["/conditions", "conditions"],
  ["/outboundChannelId", "channel"],
  ["/pipelineId", "scope"],
  ["/stageId", "scope"],
];

const usageOf = ({ mode, place: { nodeId, path } }: Use): Usage =>
  nodeId === null ? (AROUND.find(([pointer]) => path.startsWith(pointer))?.[1] ?? "trigger") : mode;

/** One line a step or part of an automation, however often it names the thing. */
export function usesToTell(uses: readonly Use[]): { key: string; place: Place; usage: Usage }[] {
  const told = new Map<string, { key: string; place: Place; usage: Usage }>();
  for (const use of uses) {
    const { place } = use;
    const usage = usageOf(use);
    const key = JSON.stringify([place.automationId, place.nodeId, usage]);
    if (!told.has(key)) told.set(key, { key, place, usage });
  }
  return [...told.values()];
}
