import { ROUTES } from "@trilho/contract";
import { languageOf, type Language } from "../../../platform/service/language.ts";
import type { Notices } from "../../../platform/service/outcome.ts";
import { holds } from "../../../platform/security/permissions.ts";
import type { Principal } from "../../../platform/security/principal.ts";
import type { FoundUse } from "./uses.ts";

/** The most automations that are named; of the others their number is. */
const MOST_NAMES = 10;

interface Words {
  list: Intl.ListFormat;
  sentence: (count: number, isAll: boolean, name: string, automations: string) => string;
  more: (count: number) => string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    list: new Intl.ListFormat("en"),
    sentence: (count, isAll, name, automations) => {
      const some = count === 1 ? "1 automation uses" : `${count} automations use`;
      return `${isAll ? some : `At least ${some}`} “${name}”: ${automations}.`;
    },
    more: (count) => `${count} more`,
  },
  pt: {
    list: new Intl.ListFormat("pt-BR"),
    sentence: (count, isAll, name, automations) => {
      const some = count === 1 ? "1 automação usa" : `${count} automações usam`;
      return `${isAll ? some : `Pelo menos ${some}`} “${name}”: ${automations}.`;
    },
    more: (count) => `mais ${count}`,
  },
};

/** Whether somebody may know where things are used: what is told beside an answer is no more than `GET /usage` would tell. */
export const maySeeUses = (principal: Principal): boolean =>
  ROUTES.getUsage.features.every((feature) => principal.features.has(feature)) &&
  holds(principal, ROUTES.getUsage.permission);

/** That automations use what is called `name`, about `fields` of a body. Nothing where none does. */
export function usesNotice(
  { found, complete }: { found: readonly FoundUse[]; complete: boolean },
  name: string,
  fields: readonly string[],
  { locale }: Pick<Principal, "locale">,
): Notices {
  if (found.length === 0) return [];
  const names = [...new Map(found.map(({ use }) => [use.automationId, use.automationName])).values()];
  const { list, sentence, more } = WORDS[languageOf(locale)];
  const left = names.length - MOST_NAMES;
  const named = names.slice(0, MOST_NAMES).map((each) => `“${each}”`);
  const message = sentence(names.length, complete, name, list.format(left > 0 ? [...named, more(left)] : named));
  return [{ code: "used-by-automations", message, fields: [...fields] }];
}
