import { CUSTOM_FIELD_PREFIX, EXAMPLE_NAMES, FIELDS } from "../../../packages/engine/src/contract/index.ts";
import {
  createRenderer,
  exampleFacts,
  LIQUID_LIMITS,
  liquidVariables,
  renderText,
} from "../../../packages/engine/src/liquid/index.ts";
import type { Language } from "./language.ts";
import { code, page, table } from "./markdown.ts";

/** The instant of the examples: each of them is rendered. */
const AT = Date.UTC(2026, 0, 10, 9);

/** Filters of our own, beside those of LiquidJS: an example and what it is for. */
export const FILTERS = {
  money: [
    "deal.value | money: deal.currency",
    "An amount; the currency is BRL where none is given.",
    "Um valor em dinheiro; sem moeda, BRL.",
  ],
  localize: [
    "deal.expectedCloseAt | localize",
    "A date, a number, yes or no, as the workspace's language writes it.",
    "Uma data, um número, sim ou não, como se escreve no idioma do espaço de trabalho.",
  ],
  date: [
    'deal.createdAt | date: "%d/%m/%Y %H:%M"',
    "A date in a form of one's own; `now` is the run's time.",
    "Uma data no formato que você quiser; `now` é a hora da execução.",
  ],
  date_to_xmlschema: ["deal.createdAt | date_to_xmlschema", "The same, as ISO 8601.", "O mesmo, em ISO 8601."],
  date_to_rfc822: [
    "deal.createdAt | date_to_rfc822",
    "The same, as in e-mail headers.",
    "O mesmo, como nos cabeçalhos de e-mail.",
  ],
  date_to_string: ["deal.createdAt | date_to_string", "The same, short.", "O mesmo, curto."],
  date_to_long_string: ["deal.createdAt | date_to_long_string", "The same, long.", "O mesmo, por extenso."],
  days_since: [
    "deal.createdAt | days_since",
    "Whole days from a date to the run's time.",
    "Dias inteiros de uma data até a hora da execução.",
  ],
  days_until: [
    "deal.expectedCloseAt | days_until",
    "Whole days from the run's time to a date.",
    "Dias inteiros da hora da execução até uma data.",
  ],
  add_days: [
    "deal.expectedCloseAt | add_days: 7 | localize",
    "A date some days later, or earlier.",
    "Uma data alguns dias depois, ou antes.",
  ],
  add_hours: [
    "deal.createdAt | add_hours: 2",
    "An instant some hours later, or earlier.",
    "Um instante algumas horas depois, ou antes.",
  ],
  relative_time: [
    "deal.createdAt | relative_time",
    "How long ago or ahead a date is.",
    "Há quanto tempo foi uma data, ou quanto falta para ela.",
  ],
} as const satisfies Record<string, readonly [expression: string, english: string, portuguese: string]>;

/** Every variable of texts, and the filters of our own. */
export function variablesPage({ say, text, engine, docs }: Language): string {
  const locale = engine.tag;
  const renderer = createRenderer({ locale, names: { ...EXAMPLE_NAMES, fields: FIELDS } });
  const facts = exampleFacts(FIELDS);
  const filters = Object.entries(FILTERS).map(([name, [expression, english, portuguese]]) => {
    const liquid = `{{ ${expression} }}`;
    return [code(name), code(liquid), renderText(renderer, liquid, facts, AT).text, say(english, portuguese)];
  });
  const custom = code(`{{ ${CUSTOM_FIELD_PREFIX}<slug> }}`);
  const unknown = `${docs}problems/unknown-variable.md`;
  const longest = LIQUID_LIMITS.characters.toLocaleString(locale);
  return page(say("Variables in texts", "Variáveis nos textos"), [
    say(
      "Messages, titles and other texts of actions may hold [Liquid](https://liquidjs.com). What follows is what the editor " +
        "offers; texts read the same fields that [conditions](conditions.md) test. Where an id has a name, the name is " +
        "printed, and `.id` is under it: `{{ deal.stage.id }}`. A workspace's custom fields are " +
        `${custom}. A variable that nobody knows is [a warning](${unknown}), and a text that cannot be filled in at all ` +
        "goes out to nobody.",
      "Mensagens, títulos e outros textos das ações podem ter [Liquid](https://liquidjs.com). Aqui está o que o editor " +
        "oferece; os textos leem os mesmos campos que as [condições](conditions.md) testam. Onde um id tem nome, sai o nome, " +
        "e `.id` fica debaixo dele: `{{ deal.stage.id }}`. Os campos personalizados do espaço de trabalho são " +
        `${custom}. Uma variável que não existe é [um aviso](${unknown}), e um texto que não pode ser preenchido não ` +
        "chega a ninguém.",
    ),
    table(
      say("Variable, Called, Written as, Prints", "Variável, Nome, Como se escreve, Sai assim").split(", "),
      liquidVariables(FIELDS, { locale }).map(({ name, label, expression, example }) => [
        code(name),
        text(label),
        code(expression),
        example,
      ]),
    ),
    say("## Filters", "## Filtros"),
    say(
      "Beside those of LiquidJS, without the ones that read files or draw lots:",
      "Além dos do LiquidJS, sem os que leem arquivos ou sorteiam:",
    ),
    table(say("Filter, Example, Prints, For", "Filtro, Exemplo, Sai assim, Para quê").split(", "), filters),
    say("## Bounds", "## Limites"),
    say(
      `A text has ${longest} characters at most, and rendering one step's texts a budget of work that is counted, not ` +
        "timed: the same text has the same outcome everywhere. It reads nothing but the facts: no files, no clock of the " +
        "machine, no chance.",
      `Um texto tem no máximo ${longest} caracteres, e preencher os textos de um passo, um limite de trabalho que é contado, ` +
        "não cronometrado: o mesmo texto dá o mesmo resultado em qualquer lugar. Ele só lê os dados: nada de arquivos, de " +
        "relógio da máquina nem de acaso.",
    ),
  ]);
}
