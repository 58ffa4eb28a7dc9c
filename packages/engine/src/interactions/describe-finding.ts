import type { MessageParams } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import { en } from "../messages/en.ts";
import type { Locale } from "../messages/locale.ts";
import { showValue } from "../query/text.ts";
import type { FindingCode, Meeting, Told } from "./kinds/kind.ts";
import type { Why } from "./starts/never.ts";

/** What things of a workspace are called, by what they are and their ids; null for what has no name. */
export type FindingNames = (kind: "automation" | "stage" | "tag" | "customField" | "user", id: string) => string | null;

/** What a sentence needs: names of the automations in their order, and values in words. */
interface Said {
  readonly params: MessageParams;
  readonly names: readonly string[];
  readonly thing: (value: JsonValue) => string;
  readonly stage: (value: JsonValue | undefined) => string;
}

type Sentences = Readonly<Record<FindingCode, (said: Said) => string>>;

const ENGLISH: Sentences = {
  loop: ({ names }) =>
    names.length === 1
      ? `${names[0]} starts itself again and again: only the limit of ten in a chain stops it.`
      : `${joined(names, "and")} start each other again and again: only the limit of ten in a chain stops them.`,
  "answer-taken": ({ names: [one, other], params }) =>
    `${one} and ${other} both wait for an answer of the same contact: ${other} takes what the contact answers to ${one}${EN_WHEN[meetingOf(params)]}.`,
  "opposite-writes": ({ names: [one, other], params, thing }) =>
    EN_WRITES[thingOf(params)](`${one}`, `${other}`, params, thing),
  "same-message": ({ names: [one, other], params }) =>
    `${one} and ${other} send the same contact the same message within a day: “${String(params["text"])}”.`,
  "many-messages": ({ names, params }) =>
    `${joined(names, "and")} together send the same contact ${String(params["count"])} messages after one event.`,
  "moved-on": ({ names: [one, other], params, stage }) =>
    `${one} moves the deal from ${stage(params["stage"])} to ${stage(params["to"])}, and ${other}, which is about deals in ${stage(params["stage"])}, writes to the contact after that.`,
  "never-starts": ({ names: [one], params, stage }) => `${one} never starts: ${EN_WHY[whyOf(params)](params, stage)}.`,
};

const PORTUGUESE: Sentences = {
  loop: ({ names }) =>
    names.length === 1
      ? `${names[0]} inicia a si mesma sem parar: só o limite de dez em cadeia a interrompe.`
      : `${joined(names, "e")} iniciam umas às outras sem parar: só o limite de dez em cadeia as interrompe.`,
  "answer-taken": ({ names: [one, other], params }) =>
    `${one} e ${other} esperam uma resposta do mesmo contato: ${other} fica com o que o contato responde a ${one}${PT_WHEN[meetingOf(params)]}.`,
  "opposite-writes": ({ names: [one, other], params, thing }) =>
    PT_WRITES[thingOf(params)](`${one}`, `${other}`, params, thing),
  "same-message": ({ names: [one, other], params }) =>
    `${one} e ${other} enviam a mesma mensagem ao mesmo contato no mesmo dia: “${String(params["text"])}”.`,
  "many-messages": ({ names, params }) =>
    `${joined(names, "e")} enviam juntas ${String(params["count"])} mensagens ao mesmo contato depois de um mesmo evento.`,
  "moved-on": ({ names: [one, other], params, stage }) =>
    `${one} move o negócio de ${stage(params["stage"])} para ${stage(params["to"])}, e ${other}, que é para negócios em ${stage(params["stage"])}, escreve ao contato depois disso.`,
  "never-starts": ({ names: [one], params, stage }) => `${one} nunca inicia: ${PT_WHY[whyOf(params)](params, stage)}.`,
};

type Whys = Readonly<Record<Why, (params: MessageParams, stage: Said["stage"]) => string>>;

const EN_WHY: Whys = {
  gone: ({ thing, id }) => `it asks for the ${own(EN_THINGS, thing)} “${String(id)}”, which does not exist`,
  "out-of-scope": ({ id }, stage) => `its trigger names the stage ${stage(id)}, which is not where it listens`,
  "same-stage": ({ id }, stage) => `no deal goes from the stage ${stage(id)} to that same stage`,
  "no-such-deal": ({ status }) => `no deal is ${own(EN_STATUS, status)} where it listens`,
  rules: () => "nothing that happens can keep all of its conditions",
};

const PT_WHY: Whys = {
  gone: ({ thing, id }) => `ela pede ${own(PT_THINGS, thing)} “${String(id)}”, que não existe`,
  "out-of-scope": ({ id }, stage) => `o gatilho indica a etapa ${stage(id)}, que não faz parte de onde ela vale`,
  "same-stage": ({ id }, stage) => `nenhum negócio vai da etapa ${stage(id)} para ela mesma`,
  "no-such-deal": ({ status }) => `nenhum negócio está ${own(PT_STATUS, status)} onde ela vale`,
  rules: () => "nada do que acontece atende a todas as suas condições",
};

const EN_THINGS = {
  stage: "stage",
  pipeline: "pipeline",
  tag: "tag",
  user: "user",
  customField: "custom field",
  channel: "channel",
  field: "field",
};
const PT_THINGS: typeof EN_THINGS = {
  stage: "a etapa",
  pipeline: "o funil",
  tag: "a tag",
  user: "o usuário",
  customField: "o campo personalizado",
  channel: "o canal",
  field: "o campo",
};
const EN_STATUS = { open: "open", won: "won", lost: "lost" };
const PT_STATUS: typeof EN_STATUS = { open: "aberto", won: "ganho", lost: "perdido" };

const own = (words: Readonly<Record<string, string>>, key: JsonValue | undefined): string =>
  typeof key === "string" && Object.hasOwn(words, key) ? (words[key] ?? key) : String(key);

const EN_WHEN: Readonly<Record<Meeting, string>> = {
  "one-event": "; one event starts both",
  "one-starts-other": "; the one starts the other",
  "two-events": ", if both are started before the contact answers",
};

const PT_WHEN: Readonly<Record<Meeting, string>> = {
  "one-event": "; um mesmo evento inicia as duas",
  "one-starts-other": "; uma inicia a outra",
  "two-events": ", se as duas começarem antes da resposta",
};

type Thing = "stage" | "tag" | "field" | "responsible";
type Writes = Readonly<
  Record<Thing, (one: string, other: string, params: MessageParams, thing: (value: JsonValue) => string) => string>
>;

const EN_WRITES: Writes = {
  stage: (one, other, p, thing) =>
    `${one} moves the deal to ${thing(p["value"] ?? null)}, and ${other} at once to ${thing(p["other"] ?? null)}.`,
  tag: (one, other, p, thing) =>
    p["value"] === true
      ? `${one} adds the tag ${thing(p["id"] ?? null)}, and ${other} takes it off at once.`
      : `${one} takes the tag ${thing(p["id"] ?? null)} off, and ${other} adds it again at once.`,
  field: (one, other, p, thing) =>
    `${one} sets the field ${thing(p["id"] ?? null)} to ${showValue(p["value"] ?? null)}, and ${other} at once to ${showValue(p["other"] ?? null)}.`,
  responsible: (one, other, p, thing) =>
    `${one} makes ${thing(p["value"] ?? null)} responsible, and ${other} at once ${thing(p["other"] ?? null)}.`,
};

const PT_WRITES: Writes = {
  stage: (one, other, p, thing) =>
    `${one} move o negócio para ${thing(p["value"] ?? null)}, e ${other} logo em seguida para ${thing(p["other"] ?? null)}.`,
  tag: (one, other, p, thing) =>
    p["value"] === true
      ? `${one} adiciona a tag ${thing(p["id"] ?? null)}, e ${other} a remove logo em seguida.`
      : `${one} remove a tag ${thing(p["id"] ?? null)}, e ${other} a adiciona de novo logo em seguida.`,
  field: (one, other, p, thing) =>
    `${one} define o campo ${thing(p["id"] ?? null)} como ${showValue(p["value"] ?? null, "(vazio)")}, e ${other} logo em seguida como ${showValue(p["other"] ?? null, "(vazio)")}.`,
  responsible: (one, other, p, thing) =>
    `${one} torna ${thing(p["value"] ?? null)} responsável, e ${other} logo em seguida ${thing(p["other"] ?? null)}.`,
};

/**
 * A finding as a sentence in a language; things that `names` does not know are called by their ids.
 *
 * @example
 * ```ts
 * import { describeFinding } from "@trilho/engine/interactions";
 * import { ptBR } from "@trilho/engine/messages/pt-BR";
 *
 * const places = ["au_1", "au_2"].map((automationId) => ({ automationId, nodeId: "move", path: "/graphDefinition/nodes/1" }));
 * const finding = { code: "loop" as const, params: { automations: ["au_1", "au_2"] }, places };
 * describeFinding(finding, ptBR, (_, id) => (id === "au_1" ? "Boas-vindas" : null));
 * // "“Boas-vindas” e “au_2” iniciam umas às outras sem parar: só o limite de dez em cadeia as interrompe."
 * ```
 */
export function describeFinding(
  { code, params, places }: Told,
  locale: Pick<Locale, "tag"> = en,
  names: FindingNames = () => null,
): string {
  const sentences = locale.tag === "pt-BR" ? PORTUGUESE : ENGLISH;
  // Findings come from other versions of the service too.
  if (!Object.hasOwn(sentences, code)) return code;
  const called = (kind: Parameters<FindingNames>[0], id: string) => `“${names(kind, id) ?? id}”`;
  return sentences[code]({
    params,
    names: [...new Set(places.map(({ automationId }) => automationId))].map((id) => called("automation", id)),
    thing: (value) => called(KIND_OF[thingOf(params)], String(value)),
    stage: (value) => called("stage", String(value)),
  });
}

const KIND_OF = { stage: "stage", tag: "tag", field: "customField", responsible: "user" } as const;

const thingOf = ({ thing }: MessageParams): Thing =>
  typeof thing === "string" && Object.hasOwn(KIND_OF, thing) ? (thing as Thing) : "stage";

const whyOf = ({ why }: MessageParams): Why =>
  typeof why === "string" && Object.hasOwn(EN_WHY, why) ? (why as Why) : "rules";

const meetingOf = ({ meeting }: MessageParams): Meeting =>
  typeof meeting === "string" && Object.hasOwn(EN_WHEN, meeting) ? (meeting as Meeting) : "two-events";

function joined(names: readonly string[], and: string): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1) ?? ""}`;
}
