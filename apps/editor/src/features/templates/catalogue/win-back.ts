import { condition, DAY, end, is, move, task, wait, whatsapp } from "../steps.ts";
import { template } from "../template.ts";
import type { TemplateScenario } from "../template.ts";

export const winBack = template({
  id: "win-back",
  topic: "sales",
  texts: {
    en: {
      name: "Win back a lost deal after 90 days",
      description:
        "Waits three months after a loss, leaves out those who asked for silence, and reopens the deal when the customer is interested again.",
      allowed: "May we write?",
      out: "Asked for silence",
      message:
        "Hi {{ contact.firstName }}, some time has passed since we talked about {{ deal.name }}. We have new options and prices. Shall I send you an update?",
      yes: "Yes, please",
      no: "No, thanks",
      task: "Send new options to {{ contact.displayName }}",
      stage: "Stage for reopened deals",
      name1: "Win-back",
      back: "Interested again",
      writes: "Answers in their own words",
      declines: "Not interested",
      silent: "Does not answer",
      blocked: "Asked for silence",
    },
    "pt-BR": {
      name: "Reconquistar um negócio perdido após 90 dias",
      description:
        "Espera três meses depois da perda, deixa de fora quem pediu silêncio e reabre o negócio quando o cliente volta a se interessar.",
      allowed: "Podemos escrever?",
      out: "Pediu silêncio",
      message:
        "Olá, {{ contact.firstName }}, faz um tempo que falamos sobre {{ deal.name }}. Temos novas opções e preços. Posso enviar uma atualização?",
      yes: "Sim, por favor",
      no: "Não, obrigado",
      task: "Enviar novas opções para {{ contact.displayName }}",
      stage: "Etapa dos negócios reabertos",
      name1: "Reconquista",
      back: "Volta a se interessar",
      writes: "Responde com as próprias palavras",
      declines: "Não tem interesse",
      silent: "Não responde",
      blocked: "Pediu silêncio",
    },
  },
  needs: (t) => [{ key: "reopened", kind: "targetStage", label: t.stage }],
  trigger: { type: "deal_lost", scope: "global", businessHours: true },
  steps: (t, chosen) => [
    wait("rest", 90 * DAY),
    condition("allowed", t.allowed, [{ id: "out", label: t.out, query: is("contact.optedOutAt", "notNull") }]),
    whatsapp("hello", t.message, { label: t.name1, buttons: { yes: t.yes, no: t.no }, timeout: 3 * DAY }),
    move("reopen", chosen["reopened"]),
    task("offer", t.task),
    end("done"),
  ],
  edges:
    "start>rest>allowed allowed.branch_out>done allowed.fallback>hello hello.btn_yes>reopen>offer>done " +
    "hello.text_reply>offer hello.btn_no>done hello.timeout>done",
  scenarios: (t): readonly TemplateScenario[] => {
    const facts = { deal: { name: "Solar" }, contact: { firstName: "Ana", displayName: "Ana Souza" } };
    return [
      {
        name: t.back,
        facts,
        outcomes: { hello: { type: "reply", afterSeconds: 3600, reply: { buttonId: "yes" } } },
        path: "start rest allowed hello reopen offer done",
      },
      {
        name: t.writes,
        facts,
        outcomes: { hello: { type: "reply", afterSeconds: 3600, reply: { text: "?" } } },
        path: "start rest allowed hello offer done",
      },
      {
        name: t.declines,
        facts,
        outcomes: { hello: { type: "reply", afterSeconds: 3600, reply: { buttonId: "no" } } },
        path: "start rest allowed hello done",
      },
      { name: t.silent, facts, outcomes: { hello: { type: "silence" } }, path: "start rest allowed hello done" },
      {
        name: t.blocked,
        facts: { deal: {}, contact: { optedOutAt: "2026-01-02T09:00:00.000Z" } },
        path: "start rest allowed done",
      },
    ];
  },
});
