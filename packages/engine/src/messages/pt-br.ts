import { DAY_SECONDS, HOUR_SECONDS, WEEK_SECONDS } from "../contract/durations.ts";
import type { ActionType, NodeKind } from "../contract/definition.ts";
import { ACTION_TYPES } from "../contract/definition.ts";
import type { MessageParams } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Brought } from "../contract/needs.ts";
import { showDuration } from "../interpreter/duration.ts";
import { comparisonText, showValue } from "../query/text.ts";
import type { Comparisons, Naming, QueryProblem } from "../query/text.ts";
import { exitRefIn } from "./exit-ref.ts";
import type { Locale } from "./locale.ts";
import { ptBRAround, ptBRAroundFixes } from "./pt-br-around.ts";
import { ptBRSimulation, unrunnable } from "./pt-br-simulation.ts";
import { ptBRUntil, UNTIL_FAULTS, untilLack } from "./pt-br-until.ts";
import type { LiquidProblem, Place, UnreadableReason, ExitRef } from "./params.ts";
import { cited, exitOf, isNumber, localTime, nodeNames, ruleTexts, text } from "./text.ts";
import { untilName } from "./until.ts";

const kinds: Readonly<Record<NodeKind | ActionType, string>> = {
  trigger: "Gatilho",
  action: "Ação",
  condition: "Condição",
  wait: "Esperar",
  round_robin: "Rodízio",
  end: "Fim",
  send_whatsapp: "Enviar WhatsApp",
  send_email: "Enviar e-mail",
  reply_instagram_comment: "Responder comentário do Instagram",
  send_instagram_private_reply: "Enviar resposta privada do Instagram",
  hide_instagram_comment: "Ocultar comentário do Instagram",
  close_conversation: "Encerrar conversa",
  move_stage: "Mover de etapa",
  add_tag: "Adicionar tags",
  remove_tag: "Remover tags",
  set_custom_field: "Preencher campo personalizado",
  assign_responsible: "Atribuir responsável",
  add_co_owner: "Adicionar corresponsável",
  create_task: "Criar tarefa",
  create_lead: "Criar lead",
  create_calendar_event: "Criar evento na agenda",
  cia_deal_analysis: "Analisar negócio",
  stop_automations: "Parar automações",
  webhook: "Webhook",
  send_meta_conversion: "Enviar conversão à Meta",
};

const {
  bare,
  node: name,
  nodes: names,
} = nodeNames({
  kinds,
  unknown: "Passo desconhecido",
  unreadable: "um passo ilegível",
  units: [
    ["semana", "semanas", WEEK_SECONDS],
    ["dia", "dias", DAY_SECONDS],
    ["hora", "horas", HOUR_SECONDS],
    ["minuto", "minutos", 60],
    ["segundo", "segundos", 1],
  ],
  until: ptBRUntil,
  and: "e",
  more: (count) => `mais ${count}`,
});

/** Everything the engine says, in Brazilian Portuguese. */
export const ptBR: Locale = {
  tag: "pt-BR",
  kinds,
  nodeName: bare,
  until: (until, fieldName) => untilName(until, ptBRUntil, fieldName),
  problems: {
    "unreadable-value": (p) => (p.reason === "not-json" ? notJson(p.type) : UNREADABLE[p.reason]),
    "too-big": (p) =>
      p.reason === "values" ? `Contém mais de ${p.limit} valores.` : `Isto está aninhado em mais de ${p.limit} níveis.`,
    "wrong-type": (p) => `${placeName(p.place)} deve ser ${p.types.map((type) => TYPES[type] ?? type).join(" ou ")}.`,
    "missing-field": (p) => `Falta: ${placeName(p.place)}.`,
    "wrong-version": () => "A automação deve ser da versão 2 do grafo.",
    "empty-node-id": (p) => `${placeName(p.place)} não pode ficar vazio.`,
    "unknown-node-type": (p) => `${placeName(p.place)} é de um tipo desconhecido.`,
    "unknown-handle": (p) => `${placeName(p.place)} não é uma saída que um passo possa ter.`,
    "invalid-part-id": (p) => `${placeName(p.place)} deve ter de 1 a 64 letras, algarismos, “_” ou “-”.`,
    "negative-weight": (p) => `${placeName(p.place)} não pode ser menor que 0.`,
    "missing-action-type": (p) => `Passo ${p.number}, ${name(p.node)}: não diz o que fazer.`,
    "unknown-action-type": (p) => `Passo ${p.number}: não existe ação deste tipo.`,
    "duplicate-node-id": (p) => `Dois passos têm o id “${p.id}”, um deles ${name(p.node)}: cada um precisa do seu.`,
    "duplicate-edge-id": (p) => `Duas conexões têm o id “${p.id}”: cada uma precisa do seu.`,
    "duplicate-branch-id": (p) => `${name(p.node)} tem dois ramos com o id “${p.id}”: cada um precisa do seu.`,
    "duplicate-exit-id": (p) => `${name(p.node)} tem duas saídas com o id “${p.id}”: cada uma precisa do seu.`,
    "duplicate-button-id": (p) => `${name(p.node)} tem dois botões com o id “${p.id}”: cada um precisa do seu.`,
    "dangling-edge": (p) => {
      if (p.missing === "target") return `A conexão que sai de ${name(p.node)} leva a um passo que não existe.`;
      if (p.missing === "source") return `A conexão que chega a ${name(p.node)} vem de um passo que não existe.`;
      return "Uma conexão liga dois passos que não existem.";
    },
    "no-trigger": () => "A automação não tem gatilho: nada a inicia.",
    "several-triggers": (p) => `A automação tem ${p.count} gatilhos: deixe só um.`,
    "too-many-nodes": (p) => `A automação tem ${p.count} passos; o limite é ${p.limit}.`,
    "too-many-waits": (p) => `A automação tem ${p.count} esperas; o limite é ${p.limit}.`,
    "too-many-edges": (p) => `A automação tem ${p.count} conexões; o limite é ${p.limit}.`,
    cycle: (p) =>
      p.nodes.shown.length === 1
        ? `${names(p.nodes)} leva a si mesmo. Uma execução nunca volta atrás.`
        : `${names(p.nodes)} formam um ciclo. Uma execução nunca volta atrás.`,
    "unreachable-node": (p) => `Nenhum caminho desde o gatilho leva a ${names(p.nodes)}.`,
    "branch-without-edge": (p) => `${name(p.node)}: o ramo “${p.part}” não leva a lugar nenhum.`,
    "exit-without-edge": (p) => `${name(p.node)}: a saída “${p.part}” não leva a lugar nenhum.`,
    "edge-for-missing-branch": (p) => `Uma conexão sai de ${name(p.node)} pelo ramo “${p.part}”, que não existe.`,
    "edge-for-missing-exit": (p) => `Uma conexão sai de ${name(p.node)} pela saída “${p.part}”, que não existe.`,
    "edge-for-missing-button": (p) => `Uma conexão sai de ${name(p.node)} pelo botão “${p.part}”, que não existe.`,
    "handle-not-offered": (p) =>
      `Uma conexão sai de ${name(p.node)} por ${exitName({ name: p.handle, named: false })}, saída que o passo não oferece.`,
    "several-edges-from-handle": (p) =>
      `Duas conexões saem de ${name(p.node)} por ${exitName(p.way)}: uma execução só pode seguir uma.`,
    "edge-out-of-end": (p) => `Uma conexão sai de ${name(p.node)}: nada pode vir depois de um fim.`,
    "webhook-needs-url": (p) => `${name(p.node)} precisa do endereço a chamar.`,
    "move-stage-needs-stage": (p) => `${name(p.node)} precisa da etapa para onde mover o negócio.`,
    "tags-needed": (p) =>
      p.lack === "none" ? `${name(p.node)} precisa de pelo menos uma tag.` : `${name(p.node)} contém uma tag vazia.`,
    "field-needed": (p) =>
      p.lack === "none"
        ? `${name(p.node)} precisa do campo a preencher.`
        : `${name(p.node)} indica o campo duas vezes: deixe o id ou o slug, não ambos.`,
    "field-value-needed": (p) => `${name(p.node)} precisa do valor a gravar. Um valor vazio limpa o campo.`,
    "responsible-needed": (p) => `${name(p.node)} precisa do usuário a tornar responsável.`,
    "delay-needed": (p) => `${name(p.node)} precisa de um tempo de espera de pelo menos ${p.seconds} segundos.`,
    "nothing-after-trigger": (p) => `${name(p.node)} não leva a lugar nenhum: a execução termina assim que começa.`,
    "condition-without-fallback": (p) =>
      `${name(p.node)}: “${EXITS.fallback}” não leva a lugar nenhum: a execução termina ali.`,
    "condition-without-branches": (p) => `${name(p.node)} não tem ramos para escolher.`,
    "round-robin-without-exits": (p) => `${name(p.node)} não tem saídas: toda execução termina ali.`,
    "reply-without-timeout": (p) =>
      `${name(p.node)}: “${EXITS.timeout}” não leva a lugar nenhum: a execução termina ali.`,
    "button-without-edge": (p) =>
      `${name(p.node)}: o botão “${p.part}” não leva a lugar nenhum: para quem o aperta, a execução termina.`,
    "text-reply-without-buttons": (p) =>
      `${name(p.node)} não oferece botões; por isso “${EXITS.text_reply}” nunca é seguida: toda resposta segue “${EXITS.replied}”.`,
    "message-without-content": (p) => `${name(p.node)} não envia nada: está sem texto.`,
    "action-without-title": (p) => `${name(p.node)} está sem título: o que cria leva o nome da automação.`,
    "button-without-text": (p) => `${name(p.node)}: um botão está sem texto e diz “${p.part}”.`,
    "button-text-cut": (p) => `${name(p.node)}: o WhatsApp corta o texto de um botão: “${p.part}”.`,
    "same-button-text": (p) => `${name(p.node)}: dois botões dizem “${p.part}”.`,
    "url-not-http": (p) => `${name(p.node)}: só endereços que começam com http:// ou https:// são chamados.`,
    "same-query": (p) =>
      `${name(p.node)}: o ramo “${p.part}” pergunta o mesmo que o ramo “${p.earlier}” antes dele e nunca é seguido.`,
    "branch-never-reached": (p) =>
      p.because === "always-holds"
        ? `${name(p.node)}: o ramo “${p.part}” nunca é seguido, porque o ramo “${p.earlier}” antes dele sempre vale.`
        : `${name(p.node)}: o ramo “${p.part}” nunca é seguido, porque o ramo “${p.earlier}” antes dele vale sempre que ele valeria.`,
    "branch-never-holds": (p) => `${name(p.node)}: o ramo “${p.part}” pede o que nunca é verdade ao mesmo tempo.`,
    "unreadable-query": (p) => `${name(p.node)}: uma regra nunca pode valer: ${QUERIES[p.problem]}.`,
    "unknown-field": (p) => `${name(p.node)}: não existe o campo “${p.field}”.`,
    "unknown-operator": (p) =>
      `${name(p.node)}: não existe ${p.operator === null ? "esta comparação" : `a comparação “${p.operator}”`}: a regra nunca vale.`,
    "rule-without-value": (p) =>
      `${name(p.node)}: uma regra não compara com nada. Informe o valor, ou pergunte se o campo está vazio.`,
    "unreadable-until": (p) =>
      p.fault === "no-date"
        ? `${name(p.node)}: o campo que ele espera não guarda data; por isso ele dura sempre o tempo fixo.`
        : `${name(p.node)}: ${UNTIL_FAULTS[p.fault]}; por isso ele dura sempre o tempo fixo.`,
    "repeated-message": (p) =>
      `${name(p.node)} envia de novo a mesma mensagem, sem espera depois de ${name(p.earlier)}.`,
    "repeated-tag": (p) => `${name(p.node)} não adiciona nada: todo caminho até ali já adicionou essas tags.`,
    "repeated-action": (p) => `${name(p.node)} não muda nada: todo caminho até ali acabou de fazer o mesmo.`,
    "longer-than-a-year": (p) =>
      `${name(p.node)} pode terminar mais de um ano depois do início da execução (${p.days} dias).`,
    "impossible-action": (p) =>
      `${name(p.node)} nunca vai dar certo: o que inicia esta automação não traz ${LACKS[p.lack]}.`,
    "unknown-trigger": (p) => `${name(p.node)}: nunca acontece nada chamado “${p.type}”; nenhuma execução começa.`,
    ...ptBRAround(name),
    "unknown-variable": (p) =>
      `${name(p.node)}: “${p.field}” usa “${p.name}”, uma variável que não existe.${p.meant === undefined ? "" : ` Você quis dizer “${p.meant}”?`}`,
    "broken-liquid": (p) =>
      `${name(p.node)} falha, porque “${p.field}” não pode ser preenchido. ${LIQUID[p.problem](`A linha ${p.line}`, cited(p.detail))}.`,
  },
  fixes: {
    "remove-edge": () => "Remover a conexão",
    "remove-edge-between": (p) => `Remover a conexão ${name(p.from)} (${exitName(p.way)}) → ${name(p.to)}`,
    "remove-second-edge": () => "Remover a segunda conexão",
    "remove-second-id": () => "Remover o segundo id",
    "remove-nodes": (p) => (p.count === 1 ? "Remover o passo" : `Remover estes ${p.count} passos`),
    "set-delay": (p) => `Esperar ${p.seconds} segundos`,
    "connect-to": (p) => `Conectar a ${name(p.node)}`,
    "add-trigger": () => "Adicionar um gatilho",
    "take-every-reply": () => "Levar toda resposta para lá",
    ...ptBRAroundFixes,
  },
  reasons: {
    triggered: () => "o gatilho disparou",
    performing: (p) => (p["attempt"] === 1 ? actionLabel(p["actionType"]) : `${ordinal(p["attempt"])} tentativa`),
    succeeded: (p) => (p["attempt"] === 1 ? "deu certo" : `a ${ordinal(p["attempt"])} tentativa deu certo`),
    "attempt-failed": (p) =>
      `a ${ordinal(p["attempt"])} tentativa falhou: ${text(p["message"])}; a próxima em ${duration(p["retryInMs"])}`,
    "failed-permanently": (p) => `falhou de vez: ${text(p["message"])}`,
    "retries-exhausted": (p) => `todas as ${text(p["attempts"])} tentativas falharam: ${text(p["message"])}`,
    "may-have-gone-out": (p) => `pode ter saído, e não é enviado de novo: ${text(p["message"])}`,
    "outside-business-hours": (p) => `fora do horário comercial: adiado para ${at(p["opens"], p["timeZone"])}`,
    "hours-unusable": unrunnable,
    "awaiting-reply": (p) => `enviado; espera até ${duration(p["timeoutMs"])} por uma resposta`,
    "button-pressed": (p) => `resposta: botão ${text(p["label"])}`,
    "text-reply": (p) => `resposta: ${value(p["text"])}`,
    "other-reply": () => "uma resposta que não é botão nem texto",
    "no-reply": (p) => `sem resposta em ${duration(p["timeoutMs"])}`,
    branch: (p) => `ramo ${text(p["label"])}: ${ruleTexts(p["rules"], " e ", rule) || "sem regras"}`,
    "no-branch": (p) => {
      const rules = ruleTexts(p["rules"], "; ", rule);
      return rules === "" ? "nenhum ramo valeu" : `nenhum ramo valeu: ${rules}`;
    },
    waiting: (p) => `espera ${duration(p["delayMs"])}`,
    "waiting-until": (p) => `espera até ${at(p["ends"], p["timeZone"])}`,
    "waiting-instead": (p) => `${untilLack(p)}: espera ${duration(p["delayMs"])}`,
    waited: (p) => `esperou ${duration(p["delayMs"])}`,
    "waited-until": (p) => `esperou até ${at(p["ended"], p["timeZone"])}`,
    "picking-exit": () => "escolhe a próxima saída da vez",
    exit: (p) => `era a vez ${isNumber(p["label"]) ? "da saída" : "de"} ${text(p["label"])}`,
    "no-exits": () => "não há saída para escolher: a execução termina",
    "reached-end": () => "chegou ao fim",
    "no-edge": (p) =>
      `nada vem depois${p["handle"] === "next" ? "" : ` de ${exitName(exitRefIn(p))}`}: a execução termina`,
    "not-runnable": unrunnable,
  },
  rule,
  simulation: ptBRSimulation,
  refusals: {
    "missing-node": "Este passo não está mais na automação.",
    "edge-out-of-end": "Um fim não tem nada depois.",
    "handle-not-offered": "Este passo não tem essa saída.",
    "handle-taken": "Esta saída já leva a um passo. Remova essa conexão antes.",
    "self-loop": "Um passo não pode levar a si mesmo.",
    "into-trigger": "O gatilho inicia a automação: nada leva até ele.",
    cycle: "Isto formaria um ciclo: o passo leva de volta até aqui.",
  },
};

const notJson = (type = "undefined"): string =>
  type === "undefined" ? "Nada foi dado." : `Isto é um valor do tipo ${type}, que JSON não comporta.`;

const UNREADABLE: Readonly<Record<Exclude<UnreadableReason, "not-json">, string>> = {
  "not-a-number": "Isto não é um número.",
  "contains-itself": "Isto contém a si mesmo.",
  "not-plain": "Isto não são dados simples.",
  "empty-place": "Este lugar da lista está vazio.",
  failed: "Não foi possível ler isto.",
  "broken-key": "O nome desta chave é um texto quebrado.",
  "broken-text": "Este texto contém meio caractere ou um NUL, que não pode ser gravado.",
};

const TYPES: Readonly<Record<string, string>> = {
  string: "texto",
  object: "um objeto",
  array: "uma lista",
  number: "um número",
  null: "vazio",
};

const QUERIES: Readonly<Record<QueryProblem, string>> = {
  "no-rule": "não é uma regra",
  "too-deep": "grupos aninhados demais",
  "no-rules": "um grupo sem regras",
  "no-combinator": "nem “e” nem “ou”",
  "no-field": "uma regra sem campo",
};

const LIQUID: Readonly<Record<LiquidProblem, (line: string, cited: string) => string>> = {
  "liquid-syntax": (line, part) => `${line} tem uma variável ou tag que não foi fechada ou não pode ser lida${part}`,
  "unknown-filter": (line, part) => `${line} usa um filtro que não existe${part}`,
  "unknown-tag": (line, part) => `${line} usa uma tag que não existe${part}`,
  "liquid-limit": (line) => `${line} exige demais para ser preenchida`,
  "liquid-failed": (line, part) => `${line} tem uma variável ou tag que falha${part}`,
};

function placeName(place: Place): string {
  if (place.in === "automation") return "A automação";
  if (place.in === "list") return `“${place.name}” da automação`;
  const below = place.field === "" ? "" : `: ${place.field}`;
  return place.in === "edge" ? `Conexão ${place.number}${below}` : `Passo ${place.number}, ${name(place.node)}${below}`;
}

/** As drawings call them. */
const EXITS = {
  next: "Próximo",
  fallback: "Senão",
  failure: "Em caso de falha",
  replied: "Qualquer resposta",
  timeout: "Sem resposta",
  text_reply: "Texto livre",
  branch: "Ramo",
  rr: "Saída",
  btn: "Botão",
} as const;

const exitName = (way: ExitRef): string => `“${exitOf(way, EXITS)}”`;

function actionLabel(type: JsonValue | undefined): string {
  const known = ACTION_TYPES.find((each) => each === type);
  return known ? kinds[known] : text(type);
}

function duration(ms: JsonValue | undefined): string {
  return typeof ms === "number" ? showDuration(ms, { day: ["dia", "dias"], week: ["semana", "semanas"] }) : "?";
}

const at = (time: JsonValue | undefined, zone: JsonValue | undefined): string =>
  localTime(time, zone, (_, year, month, day) => `${day}/${month}/${year}`);

function ordinal(count: JsonValue | undefined): string {
  return typeof count === "number" ? `${count}ª` : "?";
}

function value(of: JsonValue | undefined, naming?: Naming): string {
  return showValue(of ?? null, "(vazio)", naming);
}

const COMPARISONS: Comparisons = {
  "=": ["=", "não é"],
  "!=": ["não é", "="],
  "<": ["<", "não é <"],
  "<=": ["≤", "não é ≤"],
  ">": [">", "não é >"],
  ">=": ["≥", "não é ≥"],
  between: ["está entre", "não está entre"],
  notBetween: ["não está entre", "está entre"],
  contains: ["contém", "não contém"],
  doesNotContain: ["não contém", "contém"],
  beginsWith: ["começa com", "não começa com"],
  doesNotBeginWith: ["não começa com", "começa com"],
  endsWith: ["termina com", "não termina com"],
  doesNotEndWith: ["não termina com", "termina com"],
  in: ["é um de", "não é nenhum de"],
  notIn: ["não é nenhum de", "é um de"],
  null: ["está vazio", "não está vazio"],
  notNull: ["não está vazio", "está vazio"],
};

function rule(compared: MessageParams, naming?: Naming): string {
  const { field, operator } = compared;
  if (field === "" || field === undefined) return "uma regra ilegível";
  const comparison = comparisonText(compared, COMPARISONS, (of) => value(of, naming));
  return comparison ?? `${text(field)}: comparação desconhecida ${value(operator)}`;
}

const LACKS: Readonly<Record<Brought, string>> = {
  deal: "negócio",
  contact: "contato",
  conversation: "conversa",
  comment: "comentário do Instagram",
};
