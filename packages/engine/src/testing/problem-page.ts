import type { Diagnostic } from "../contract/diagnostic.ts";
import { liquidRules } from "../liquid/rules.ts";
import { referenceRules, type Surroundings } from "../rules/validate/references.ts";
import { validateGraph, type ValidateOptions } from "../rules/validate/validate.ts";
import { whatsappRules } from "../whatsapp/rules.ts";

/** What a page asks `validateGraph` with, and what its workspace has. */
type Options = ValidateOptions & { known?: Known; around?: Surroundings };
type Known = Parameters<typeof referenceRules>[0] & Parameters<typeof whatsappRules>[0];

/** The two graphs of a page of docs/problems. */
export interface ProblemPage {
  wrong: Example;
  right: Example;
}

interface Example {
  graph: string;
  options: Options;
}

/** Reads a page's Markdown; null for one that does not hold two graphs. */
export function problemPage(text: string): ProblemPage | null {
  const [wrong, right, ...more] = blocks(text, "json");
  // The first options are meant for both graphs, unless the right one has its own.
  const [options = {}, rightOptions = options] = blocks(text, "json options").map((block): Options =>
    JSON.parse(block),
  );
  if (wrong === undefined || right === undefined || more.length > 0) return null;
  return { wrong: { graph: wrong, options }, right: { graph: right, options: rightOptions } };
}

/** Everything that is wrong with one of its graphs. */
export function problemsOf({ graph, options }: Example, locale?: ValidateOptions["locale"]): readonly Diagnostic[] {
  const { known = {}, around, ...others } = options;
  const extraRules = [...liquidRules(), ...referenceRules(known), ...whatsappRules(known, around)];
  return validateGraph(JSON.parse(graph), { extraRules, ...others, ...(locale && { locale }) }).problems;
}

const blocks = (text: string, info: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${info}\\n(.*?)^\`\`\``, "gms"))].map(([, block = ""]) => block);
