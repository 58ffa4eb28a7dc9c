import type { Fix, MessageParams } from "../contract/diagnostic.ts";
import { en } from "./en.ts";
import { enAround, enAroundFixes } from "./en-around.ts";
import type { AroundFixTexts, AroundTexts, Locale } from "./locale.ts";
import type { AroundFixParams, AroundParams } from "./params.ts";

/** The English texts, which `en` leaves out; other languages are loaded whole. */
export const EN_AROUND = enAround((ref) => `“${en.nodeName(ref)}”`);

/** The message and params of a problem of a graph in its surroundings. */
export function aroundProblem<C extends keyof AroundParams>(
  code: C,
  params: AroundParams[C],
  locale: Locale,
): { message: string; params: AroundParams[C] } {
  const texts: Partial<AroundTexts> = locale.problems;
  return { message: (texts[code] ?? EN_AROUND[code])(params), params };
}

/** A fix of such a problem. */
export function aroundFix<C extends keyof AroundFixParams>(
  code: C,
  params: AroundFixParams[C] & MessageParams,
  patch: Fix["patch"],
  locale: Locale,
): Fix {
  const texts: Partial<AroundFixTexts> = locale.fixes;
  return { code, params, title: (texts[code] ?? enAroundFixes[code])(params), safe: false, patch };
}
