import { condition, DAY, end, is, move, task, wait, whatsapp } from "../steps.ts";
import { template } from "../template.ts";
import type { TemplateScenario } from "../template.ts";

export const stalledProposal = template({
  id: "stalled-proposal",
  topic: "sales",
  texts: {
    en: {
      name: "Follow up a proposal that stalls",
      description:
        "Two friendly reminders after a proposal went out, a task for the salesperson when nobody answers, and a clean end when the customer says no.",
      open: "Still open?",
      stillOpen: "Still in the stage",
      first:
        "Hi {{ contact.firstName }}, did you have a chance to look at our proposal for {{ deal.name }}? I am happy to answer any question.",
      second: "Hi {{ contact.firstName }}, shall we go ahead with {{ deal.name }}?",
      yes: "Yes, let us talk",
      no: "Not this time",
      task: "{{ contact.displayName }} wants to talk about {{ deal.name }}",
      call: "Call about {{ deal.name }}: two messages without an answer",
      reason: "Said no to the proposal",
      stage: "Stage for proposals",
      lost: "Lost stage",
      name1: "First reminder",
      name2: "Second reminder",
      replies: "Answers the first reminder",
      agrees: "Says yes to the second",
      writes: "Answers the second in their own words",
      declines: "Says no",
      silent: "Never answers",
      moved: "Went on meanwhile",
    },
    "pt-BR": {
      name: "Retomar uma proposta parada",
      description:
        "Dois lembretes gentis depois do envio da proposta, uma tarefa para o vendedor quando ninguém responde e um fim limpo quando o cliente diz não.",
      open: "Ainda aberta?",
      stillOpen: "Continua na etapa",
      first:
        "Olá, {{ contact.firstName }}, conseguiu ver nossa proposta para {{ deal.name }}? Fico à disposição para qualquer dúvida.",
      second: "Olá, {{ contact.firstName }}, podemos seguir com {{ deal.name }}?",
      yes: "Sim, vamos conversar",
      no: "Desta vez não",
      task: "{{ contact.displayName }} quer conversar sobre {{ deal.name }}",
      call: "Ligar sobre {{ deal.name }}: duas mensagens sem resposta",
      reason: "Recusou a proposta",
      stage: "Etapa das propostas",
      lost: "Etapa de perdidos",
      name1: "Primeiro lembrete",
      name2: "Segundo lembrete",
      replies: "Responde ao primeiro lembrete",
      agrees: "Diz sim ao segundo",
      writes: "Responde ao segundo com as próprias palavras",
      declines: "Diz não",
      silent: "Nunca responde",
      moved: "Avançou nesse meio-tempo",
    },
  },
  needs: (t) => [
    { key: "stage", kind: "stage", label: t.stage },
    { key: "lost", kind: "lostStage", label: t.lost },
  ],
  trigger: { type: "stage_entered", scope: "stage", businessHours: true },
  steps: (t, chosen) => [
    wait("pause", 2 * DAY),
    condition("open", t.open, [{ id: "still", label: t.stillOpen, query: is("deal.daysInStage", ">=", 2) }]),
    whatsapp("first", t.first, { label: t.name1, awaitReply: true, timeout: 3 * DAY }),
    whatsapp("second", t.second, { label: t.name2, buttons: { yes: t.yes, no: t.no }, timeout: 2 * DAY }),
    task("talk", t.task),
    move("lose", chosen["lost"], t.reason),
    task("call", t.call),
    end("done"),
  ],
  edges:
    "start>pause>open open.branch_still>first open.fallback>done first.replied>talk>done first.timeout>second " +
    "second.btn_yes>talk second.text_reply>talk second.btn_no>lose>done second.timeout>call>done",
  scenarios: (t): readonly TemplateScenario[] => {
    const facts = { deal: { name: "Solar", daysInStage: 2 }, contact: { firstName: "Ana", displayName: "Ana Souza" } };
    return [
      {
        name: t.replies,
        facts,
        outcomes: { first: { type: "reply", afterSeconds: 7200, reply: { text: "Ok" } } },
        path: "start pause open first talk done",
      },
      {
        name: t.agrees,
        facts,
        outcomes: {
          first: { type: "silence" },
          second: { type: "reply", afterSeconds: 7200, reply: { buttonId: "yes" } },
        },
        path: "start pause open first second talk done",
      },
      {
        name: t.writes,
        facts,
        outcomes: { first: { type: "silence" }, second: { type: "reply", afterSeconds: 7200, reply: { text: "?" } } },
        path: "start pause open first second talk done",
      },
      {
        name: t.declines,
        facts,
        outcomes: {
          first: { type: "silence" },
          second: { type: "reply", afterSeconds: 600, reply: { buttonId: "no" } },
        },
        path: "start pause open first second lose done",
      },
      {
        name: t.silent,
        facts,
        outcomes: { first: { type: "silence" }, second: { type: "silence" } },
        path: "start pause open first second call done",
      },
      {
        name: t.moved,
        facts: { deal: { daysInStage: 0, stageChangedAt: "2026-01-07T12:30:00.000Z" } },
        path: "start pause open done",
      },
    ];
  },
});
