import { act, DAY, end, task, wait, whatsapp } from "../steps.ts";
import { template } from "../template.ts";
import type { TemplateScenario } from "../template.ts";

export const wonOnboarding = template({
  id: "won-onboarding",
  topic: "service",
  texts: {
    en: {
      name: "Onboard a customer after the sale",
      description: "Thanks the new customer, books the kick-off, and asks after a week whether all went well.",
      thanks:
        "Welcome aboard, {{ contact.firstName }}! We are preparing everything for {{ deal.name }} and will call you within one working day.",
      mail: "Welcome: your next steps",
      body: "Hello {{ contact.firstName }},\n\nthank you for choosing us. These are the next steps:\n1. A short kick-off call\n2. Delivery\n3. A check after one week\n\nAnswer this e-mail whenever you need us.",
      kickoff: "Kick-off with {{ contact.displayName }}",
      check: "Hi {{ contact.firstName }}, one week in: is everything working for you?",
      good: "All good",
      help: "I need help",
      task: "{{ contact.displayName }} needs help after the first week",
      silent: "Check with {{ contact.displayName }}: no answer after the first week",
      name1: "Thanks",
      name2: "After one week",
      happy: "All is well",
      needs: "Needs help",
      writes: "Writes about a problem",
      quiet: "Does not answer",
    },
    "pt-BR": {
      name: "Receber o cliente depois da venda",
      description:
        "Agradece ao novo cliente, marca a reunião de início e pergunta, depois de uma semana, se deu tudo certo.",
      thanks:
        "Bem-vindo, {{ contact.firstName }}. Já estamos preparando tudo para {{ deal.name }} e ligamos em até um dia útil.",
      mail: "Boas-vindas: seus próximos passos",
      body: "Olá, {{ contact.firstName }},\n\nobrigado por escolher a gente. Estes são os próximos passos:\n1. Uma reunião curta de início\n2. A entrega\n3. Uma conversa depois de uma semana\n\nResponda a este e-mail sempre que precisar.",
      kickoff: "Reunião de início com {{ contact.displayName }}",
      check: "Olá, {{ contact.firstName }}, já faz uma semana. Está tudo funcionando bem?",
      good: "Tudo certo",
      help: "Preciso de ajuda",
      task: "{{ contact.displayName }} precisa de ajuda depois da primeira semana",
      silent: "Falar com {{ contact.displayName }}: sem resposta depois da primeira semana",
      name1: "Agradecimento",
      name2: "Depois de uma semana",
      happy: "Está tudo bem",
      needs: "Precisa de ajuda",
      writes: "Escreve sobre um problema",
      quiet: "Não responde",
    },
  },
  needs: () => [],
  trigger: { type: "deal_won", scope: "global", businessHours: true },
  steps: (t) => [
    act("thanks", "send_whatsapp", { text: t.thanks }, { label: t.name1 }),
    act("mail", "send_email", { subject: t.mail, body: t.body }),
    act("kickoff", "create_calendar_event", {
      title: t.kickoff,
      startsInSeconds: DAY,
      durationMinutes: 30,
      inviteContact: true,
    }),
    wait("week", 7 * DAY),
    whatsapp("check", t.check, { label: t.name2, buttons: { good: t.good, help: t.help }, timeout: 2 * DAY }),
    task("help", t.task),
    task("silent", t.silent),
    end("done"),
  ],
  edges:
    "start>thanks>mail>kickoff>week>check check.btn_good>done check.btn_help>help>done check.text_reply>help " +
    "check.timeout>silent>done",
  scenarios: (t): readonly TemplateScenario[] => [
    {
      name: t.happy,
      facts: {
        deal: { name: "Solar" },
        contact: { firstName: "Ana", displayName: "Ana Souza", email: "ana@example.com" },
      },
      outcomes: { check: { type: "reply", afterSeconds: 3600, reply: { buttonId: "good" } } },
      path: "start thanks mail kickoff week check done",
    },
    {
      name: t.needs,
      outcomes: { check: { type: "reply", afterSeconds: 3600, reply: { buttonId: "help" } } },
      path: "start thanks mail kickoff week check help done",
    },
    {
      name: t.writes,
      outcomes: { check: { type: "reply", afterSeconds: 3600, reply: { text: "?" } } },
      path: "start thanks mail kickoff week check help done",
    },
    {
      name: t.quiet,
      outcomes: { check: { type: "silence" } },
      path: "start thanks mail kickoff week check silent done",
    },
  ],
});
