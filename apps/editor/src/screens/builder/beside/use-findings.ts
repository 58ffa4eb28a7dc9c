import type { Automation } from "@trilho/api-client";
import { findingKey, type Finding } from "@trilho/engine/interactions";
import { useMemo, useState } from "react";
import { isDrawable } from "../../../document/document.ts";
import { draftOf, type Draft } from "../../../document/draft/draft.ts";
import { essenceOf } from "../../../simulation/essence.ts";
import { asAutomation, asWorkspace, useAround, useOthers, type Around } from "../../../simulation/workspace/around.ts";
import { useAnswer } from "../../../simulation/workspace/ask.ts";

/** Ways and simulations that are tried at most. */
const BUDGET = 500;
/** A draft has rested that nobody has changed for so long, ms. */
const REST_MS = 800;

export interface Drawn {
  /** Of an automation that is not stored yet, any other than a stored one's. */
  id: string;
  draft: Draft;
  /** What the draft would replace, where it differs from that; null else. */
  published: Automation | null;
}

const NONE: readonly never[] = [];

/** What a draft and the automations that are switched on do to each other, looked for once the draft rests. */
export function useFindings({ id, draft, published }: Drawn) {
  const { others } = useOthers(id);
  const { around, isPending } = useAround();
  // Before it is known who the others are there is nothing to look for.
  const known = isPending ? null : others;
  const meant = useMeant(draft);
  const request = useMemo(() => known && requestFor(id, meant, known, around), [id, meant, known, around]);
  const isChanged = published !== null && meaningOf(draftOf(published)) !== meaningOf(meant);
  const before = useMemo(
    () => (known && published && isChanged ? requestFor(id, draftOf(published), known, around) : null),
    [id, published, isChanged, known, around],
  );
  const found = useAnswer<"analysis">(request, REST_MS);
  const stood = useAnswer<"analysis">(before, REST_MS);
  const findings = request === null ? NONE : (found.result?.findings ?? NONE);
  const isNew = useMemo(() => {
    const keys = before !== null && stood.request === before ? stood.result?.findings.map(findingKey) : undefined;
    return (finding: Finding): boolean => keys !== undefined && !keys.includes(findingKey(finding));
  }, [before, stood]);
  return { findings, isNew, others: others ?? NONE, workspace: found.request?.workspace ?? null };
}

function requestFor(id: string, draft: Draft, others: readonly Automation[], around: Around) {
  const automations = [asAutomation(id, draft), ...asWorkspace(others)];
  return { type: "analysis", workspace: { ...around, automations }, budget: BUDGET, about: id } as const;
}

/** The first of drafts that do the same: what they are called and where their steps stand changes no finding. */
function useMeant(draft: Draft): Draft {
  const [meant, setMeant] = useState(draft);
  if (meant === draft || meaningOf(meant) === meaningOf(draft)) return meant;
  setMeant(draft);
  return draft;
}

const meaningOf = ({ settings: { name: _name, ...rules }, kept, definition }: Draft): string =>
  JSON.stringify([rules, kept, isDrawable(definition) ? essenceOf(definition) : definition]);
