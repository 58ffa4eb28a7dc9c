import { act, DAY, end, tag, task, wait, whatsapp } from "../steps.ts";
import { template } from "../template.ts";
import type { TemplateScenario } from "../template.ts";

const reply = (answer: { buttonId: string } | { text: string }) => ({
  ask: { type: "reply" as const, afterSeconds: 3600, reply: answer },
});

export const nps = template({
  id: "nps",
  topic: "service",
  texts: {
    en: {
      name: "Ask for a rating after delivery",
      description:
        "Three days after delivery it asks how likely a recommendation is, thanks fans and lets them recommend you, and calls whoever is unhappy.",
      ask: "Hi {{ contact.firstName }}, how likely are you to recommend us to a friend?",
      high: "Very likely",
      middle: "Perhaps",
      low: "Unlikely",
      fan: "That is great to hear, {{ contact.firstName }}. Would you tell others about it? https://example.com/review",
      thanks: "Thank you, {{ contact.firstName }}. Your answer helps us to get better.",
      rescue: "Call {{ contact.displayName }} today: unhappy with the delivery",
      read: "Read what {{ contact.displayName }} wrote about the delivery",
      stage: "Stage for delivered orders",
      fans: "Tag for fans",
      name1: "Rating",
      unhappy: "Unhappy",
      undecided: "Undecided",
      happy: "A fan",
      writes: "Writes instead",
      silent: "Does not answer",
    },
    "pt-BR": {
      name: "Pedir uma nota depois da entrega",
      description:
        "Três dias depois da entrega, pergunta se a pessoa recomendaria a empresa, agradece aos fãs e convida a recomendar, e liga para quem ficou insatisfeito.",
      ask: "Olá, {{ contact.firstName }}, qual é a chance de você nos recomendar a um amigo?",
      high: "Muito provável",
      middle: "Talvez",
      low: "Pouco provável",
      fan: "Que bom saber, {{ contact.firstName }}. Pode contar isso para mais gente? https://example.com/avaliar",
      thanks: "Obrigado, {{ contact.firstName }}. Sua resposta nos ajuda a melhorar.",
      rescue: "Ligar hoje para {{ contact.displayName }}: insatisfeito com a entrega",
      read: "Ler o que {{ contact.displayName }} escreveu sobre a entrega",
      stage: "Etapa dos pedidos entregues",
      fans: "Tag para fãs",
      name1: "Nota",
      unhappy: "Insatisfeito",
      undecided: "Em dúvida",
      happy: "Um fã",
      writes: "Prefere escrever",
      silent: "Não responde",
    },
  },
  needs: (t) => [
    { key: "stage", kind: "stage", label: t.stage },
    { key: "fans", kind: "tag", label: t.fans },
  ],
  trigger: { type: "stage_entered", scope: "stage" },
  steps: (t, chosen) => [
    wait("settle", 3 * DAY),
    whatsapp("ask", t.ask, {
      label: t.name1,
      buttons: { high: t.high, middle: t.middle, low: t.low },
      timeout: 3 * DAY,
    }),
    tag("mark", chosen["fans"]),
    act("fan", "send_whatsapp", { text: t.fan }),
    act("thanks", "send_whatsapp", { text: t.thanks }),
    task("rescue", t.rescue),
    task("read", t.read),
    end("done"),
  ],
  edges:
    "start>settle>ask ask.btn_high>mark>fan>done ask.btn_middle>thanks>done ask.btn_low>rescue>done " +
    "ask.text_reply>read>done ask.timeout>done",
  scenarios: (t): readonly TemplateScenario[] => {
    const facts = { deal: { tagIds: [] }, contact: { firstName: "Ana", displayName: "Ana Souza" } };
    return [
      { name: t.happy, facts, outcomes: reply({ buttonId: "high" }), path: "start settle ask mark fan done" },
      { name: t.undecided, facts, outcomes: reply({ buttonId: "middle" }), path: "start settle ask thanks done" },
      { name: t.unhappy, facts, outcomes: reply({ buttonId: "low" }), path: "start settle ask rescue done" },
      { name: t.writes, facts, outcomes: reply({ text: "Ok" }), path: "start settle ask read done" },
      { name: t.silent, facts, outcomes: { ask: { type: "silence" } }, path: "start settle ask done" },
    ];
  },
});
