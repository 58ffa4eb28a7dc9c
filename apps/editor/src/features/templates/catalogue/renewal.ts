import { condition, DAY, end, is, task, wait, whatsapp } from "../steps.ts";
import { template } from "../template.ts";
import type { TemplateScenario } from "../template.ts";

const reply = (answer: { buttonId: string } | { text: string }) => ({
  ask: { type: "reply" as const, afterSeconds: 3600, reply: answer },
});

export const renewal = template({
  id: "renewal",
  topic: "service",
  texts: {
    en: {
      name: "Remind of a yearly renewal",
      description:
        "Eleven months after the sale it asks whether to renew; large contracts get a personal call instead.",
      size: "How to ask?",
      big: "By a person",
      message:
        "Hi {{ contact.firstName }}, {{ deal.name }} is due for renewal next month. Shall we renew it on the same terms?",
      yes: "Yes, renew",
      talk: "Let us talk",
      renew: "Prepare the renewal of {{ deal.name }}",
      call: "Call {{ contact.displayName }} about the renewal of {{ deal.name }}",
      name1: "Renewal",
      large: "A large contract",
      renews: "Renews",
      talks: "Wants to talk",
      writes: "Answers in their own words",
      silent: "Does not answer",
    },
    "pt-BR": {
      name: "Lembrar da renovação anual",
      description:
        "Onze meses depois da venda, pergunta se o cliente quer renovar; contratos grandes recebem uma ligação pessoal.",
      size: "Como perguntar?",
      big: "Por uma pessoa",
      message:
        "Olá, {{ contact.firstName }}, {{ deal.name }} vence no mês que vem. Podemos renovar nas mesmas condições?",
      yes: "Sim, renovar",
      talk: "Vamos conversar",
      renew: "Preparar a renovação de {{ deal.name }}",
      call: "Ligar para {{ contact.displayName }} sobre a renovação de {{ deal.name }}",
      name1: "Renovação",
      large: "Um contrato grande",
      renews: "Renova",
      talks: "Quer conversar",
      writes: "Responde com as próprias palavras",
      silent: "Não responde",
    },
  },
  needs: () => [],
  trigger: { type: "deal_won", scope: "global", businessHours: true },
  steps: (t) => [
    wait("months", 335 * DAY),
    condition("size", t.size, [{ id: "big", label: t.big, query: is("deal.value", ">=", 50_000) }]),
    whatsapp("ask", t.message, { label: t.name1, buttons: { yes: t.yes, talk: t.talk }, timeout: 5 * DAY }),
    task("renew", t.renew),
    task("call", t.call),
    end("done"),
  ],
  edges:
    "start>months>size size.branch_big>call>done size.fallback>ask ask.btn_yes>renew>done ask.btn_talk>call " +
    "ask.text_reply>call ask.timeout>call",
  scenarios: (t): readonly TemplateScenario[] => {
    const facts = { deal: { name: "Plano", value: 4000 }, contact: { firstName: "Ana", displayName: "Ana Souza" } };
    return [
      { name: t.large, facts: { deal: { value: 80_000 } }, path: "start months size call done" },
      { name: t.renews, facts, outcomes: reply({ buttonId: "yes" }), path: "start months size ask renew done" },
      { name: t.talks, facts, outcomes: reply({ buttonId: "talk" }), path: "start months size ask call done" },
      { name: t.writes, facts, outcomes: reply({ text: "?" }), path: "start months size ask call done" },
      { name: t.silent, facts, outcomes: { ask: { type: "silence" } }, path: "start months size ask call done" },
    ];
  },
});
