import { assign, DAY, end, HOUR, tag, task, wait, whatsapp } from "../steps.ts";
import { template } from "../template.ts";
import type { TemplateScenario } from "../template.ts";

export const noReply = template({
  id: "no-reply",
  topic: "welcome",
  texts: {
    en: {
      name: "Escalate when a contact does not answer",
      description: "Asks once, reminds after a day, and then hands the contact to a person with a task to call.",
      ask: "Hi {{ contact.firstName }}, what is the best time to talk about {{ deal.name }}?",
      remind: "Hi {{ contact.firstName }}, I do not want to miss you. A short answer is enough: morning or afternoon?",
      morning: "Morning",
      afternoon: "Afternoon",
      arrange: "Arrange the call with {{ contact.displayName }}",
      call: "Call {{ contact.displayName }}: two messages without an answer",
      stage: "Stage of the first contact",
      user: "Who calls those who do not answer",
      tag: "Tag for contacts who are hard to reach",
      name1: "Question",
      name2: "Reminder",
      answers: "Answers at once",
      late1: "Chooses the morning after the reminder",
      late2: "Chooses the afternoon after the reminder",
      late3: "Writes after the reminder",
      silent: "Never answers",
    },
    "pt-BR": {
      name: "Passar para uma pessoa quem não responde",
      description:
        "Pergunta uma vez, lembra depois de um dia e então passa o contato a uma pessoa, com uma tarefa para ligar.",
      ask: "Olá, {{ contact.firstName }}, qual é o melhor horário para falarmos sobre {{ deal.name }}?",
      remind: "Olá, {{ contact.firstName }}, não quero perder nosso contato. Basta uma resposta curta: manhã ou tarde?",
      morning: "Manhã",
      afternoon: "Tarde",
      arrange: "Marcar a ligação com {{ contact.displayName }}",
      call: "Ligar para {{ contact.displayName }}: duas mensagens sem resposta",
      stage: "Etapa do primeiro contato",
      user: "Quem liga para quem não responde",
      tag: "Tag para contatos difíceis de alcançar",
      name1: "Pergunta",
      name2: "Lembrete",
      answers: "Responde na hora",
      late1: "Escolhe a manhã depois do lembrete",
      late2: "Escolhe a tarde depois do lembrete",
      late3: "Escreve depois do lembrete",
      silent: "Nunca responde",
    },
  },
  needs: (t) => [
    { key: "stage", kind: "stage", label: t.stage },
    { key: "caller", kind: "user", label: t.user },
    { key: "hard", kind: "tag", label: t.tag },
  ],
  trigger: { type: "stage_entered", scope: "stage", businessHours: true },
  steps: (t, chosen) => [
    whatsapp("ask", t.ask, { label: t.name1, awaitReply: true, timeout: DAY }),
    whatsapp("remind", t.remind, {
      label: t.name2,
      buttons: { morning: t.morning, afternoon: t.afternoon },
      timeout: DAY,
    }),
    task("arrange", t.arrange),
    wait("grace", 4 * HOUR),
    tag("mark", chosen["hard"]),
    assign("caller", chosen["caller"]),
    task("call", t.call),
    end("done"),
  ],
  edges:
    "start>ask ask.replied>arrange>done ask.timeout>remind remind.btn_morning>arrange remind.btn_afternoon>arrange " +
    "remind.text_reply>arrange remind.timeout>grace>mark>caller>call>done",
  scenarios: (t): readonly TemplateScenario[] => {
    const facts = { deal: { name: "Solar", tagIds: [] }, contact: { firstName: "Ana", displayName: "Ana Souza" } };
    const late = (reply: { buttonId: string } | { text: string }) => ({
      facts,
      outcomes: {
        ask: { type: "silence" as const },
        remind: { type: "reply" as const, afterSeconds: 1800, reply },
      },
      path: "start ask remind arrange done",
    });
    return [
      {
        name: t.answers,
        facts,
        outcomes: { ask: { type: "reply", afterSeconds: 1800, reply: { text: "10h" } } },
        path: "start ask arrange done",
      },
      { name: t.late1, ...late({ buttonId: "morning" }) },
      { name: t.late2, ...late({ buttonId: "afternoon" }) },
      { name: t.late3, ...late({ text: "?" }) },
      {
        name: t.silent,
        facts,
        outcomes: { ask: { type: "silence" }, remind: { type: "silence" } },
        path: "start ask remind grace mark caller call done",
      },
    ];
  },
});
