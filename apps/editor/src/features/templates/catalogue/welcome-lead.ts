import { act, DAY, end, move, tag, task, whatsapp } from "../steps.ts";
import { template } from "../template.ts";
import type { TemplateScenario } from "../template.ts";

export const welcomeLead = template({
  id: "welcome-lead",
  topic: "welcome",
  texts: {
    en: {
      name: "Welcome a new lead on WhatsApp",
      description:
        "Greets every new lead at once, asks what they look for with buttons, and tells the team who wants to buy.",
      message: "Hi {{ contact.firstName }}, thanks for getting in touch! How can we help you today?",
      buy: "I want a quote",
      question: "I have a question",
      browsing: "Just looking",
      quote: "Send a quote to {{ contact.displayName }}",
      answer: "Answer the question of {{ contact.displayName }}",
      later:
        "No problem, {{ contact.firstName }}. Here is our catalogue for when you have time: https://example.com/catalogue",
      call: "Call {{ contact.displayName }}, who did not answer the welcome",
      stage: "Stage for leads who want a quote",
      tag: "Tag for leads who only look around",
      wants: "Wants a quote",
      asks: "Asks in their own words",
      looks: "Only looks around",
      silent: "Does not answer",
      name1: "Welcome",
    },
    "pt-BR": {
      name: "Boas-vindas ao novo lead no WhatsApp",
      description:
        "Recebe cada novo lead na hora, pergunta com botões o que ele procura e avisa a equipe sobre quem quer comprar.",
      message: "Olá, {{ contact.firstName }}, que bom ter você por aqui. Como podemos ajudar hoje?",
      buy: "Quero um orçamento",
      question: "Tenho uma dúvida",
      browsing: "Só estou olhando",
      quote: "Enviar orçamento para {{ contact.displayName }}",
      answer: "Responder à dúvida de {{ contact.displayName }}",
      later:
        "Sem problema, {{ contact.firstName }}. Aqui está nosso catálogo, para quando tiver um tempinho: https://example.com/catalogo",
      call: "Ligar para {{ contact.displayName }}, que não respondeu às boas-vindas",
      stage: "Etapa para leads que querem orçamento",
      tag: "Tag para leads que só estão olhando",
      wants: "Quer um orçamento",
      asks: "Pergunta com as próprias palavras",
      looks: "Só está olhando",
      silent: "Não responde",
      name1: "Boas-vindas",
    },
  },
  needs: (t) => [
    { key: "quote", kind: "targetStage", label: t.stage },
    { key: "looking", kind: "tag", label: t.tag },
  ],
  trigger: { type: "deal_created", scope: "global" },
  steps: (t, chosen) => [
    whatsapp("hello", t.message, {
      label: t.name1,
      buttons: { buy: t.buy, question: t.question, browsing: t.browsing },
      timeout: DAY,
    }),
    move("hot", chosen["quote"]),
    task("quote", t.quote),
    task("answer", t.answer),
    tag("cold", chosen["looking"]),
    act("catalogue", "send_whatsapp", { text: t.later }),
    task("call", t.call),
    end("done"),
  ],
  edges:
    "start>hello hello.btn_buy>hot>quote>done hello.btn_question>answer>done hello.text_reply>answer " +
    "hello.btn_browsing>cold>catalogue>done hello.timeout>call>done",
  scenarios: (t): readonly TemplateScenario[] => [
    {
      name: t.wants,
      facts: { deal: { tagIds: [] }, contact: { firstName: "Ana", displayName: "Ana Souza" } },
      outcomes: { hello: { type: "reply", afterSeconds: 600, reply: { buttonId: "buy" } } },
      path: "start hello hot quote done",
    },
    {
      name: t.question,
      outcomes: { hello: { type: "reply", afterSeconds: 900, reply: { buttonId: "question" } } },
      path: "start hello answer done",
    },
    {
      name: t.asks,
      outcomes: { hello: { type: "reply", afterSeconds: 1200, reply: { text: "?" } } },
      path: "start hello answer done",
    },
    {
      name: t.looks,
      outcomes: { hello: { type: "reply", afterSeconds: 300, reply: { buttonId: "browsing" } } },
      path: "start hello cold catalogue done",
    },
    { name: t.silent, outcomes: { hello: { type: "silence" } }, path: "start hello call done" },
  ],
});
