import { words } from "../words.ts";

/** What ends a run, or keeps it from starting, whatever its actions are. */
export const RUNS = {
  "action-unknown": words("This action cannot be carried out.", "Esta ação não pode ser executada."),
  "chain-too-long": words(
    "Automations started each other {count} times in a row; this one was not started, to end the chain.",
    "Automações iniciaram umas às outras {count} vezes seguidas; esta não foi iniciada, para encerrar a corrente.",
  ),
  "event-too-large": words(
    "What started this holds more than {kilobytes} KB.",
    "O que iniciou isto passa de {kilobytes} KB.",
  ),
  "start-unreadable": words(
    "What this automation asks of its trigger cannot be read, so it never starts: “{words}”.",
    "Não é possível ler o que esta automação pede do gatilho, por isso ela nunca inicia: “{words}”.",
  ),
  "turns-lost": words(
    "The process that carried this out ended, {count} times in a row, so it is not begun again. What it was to do may be done: look there before you retry it.",
    "O processo que executava isto terminou, {count} vezes seguidas, por isso não começa de novo. O que devia fazer pode estar feito: olhe lá antes de tentar de novo.",
  ),
  "host-busy": words(
    "{host} has as many calls under way as one address may: this one waits its turn.",
    "{host} já tem tantas chamadas em andamento quanto um endereço pode ter: esta espera a vez.",
  ),
  "automation-busy": words(
    "This automation has as many calls under way as one may: this one waits its turn.",
    "Esta automação já tem tantas chamadas em andamento quanto uma pode ter: esta espera a vez.",
  ),
  "host-left-alone": words(
    "{host} did not answer several times in a row, so it is left alone for a while: this waits, and nothing is lost.",
    "{host} não respondeu várias vezes seguidas, por isso fica em paz por um tempo: isto espera, e nada se perde.",
  ),
  "database-refuses": words("The database refuses this: “{words}”.", "O banco de dados recusa isto: “{words}”."),
  "server-fails": words("Something went wrong: “{words}”.", "Algo deu errado: “{words}”."),
  "no-nodes": words("The automation has no list of nodes.", "A automação não tem lista de passos."),
  "no-trigger": words("The automation has no trigger.", "A automação não tem gatilho."),
  "several-triggers": words(
    "The automation has {count} triggers; it needs exactly one.",
    "A automação tem {count} gatilhos; precisa de exatamente um.",
  ),
  cycle: words("The automation runs in a circle: remove the cycle.", "A automação anda em círculo: remova o ciclo."),
  "action-without-type": words("This action has no known type.", "Esta ação não é de um tipo conhecido."),
  "node-without-type": words("This node has no known type.", "Este passo não é de um tipo conhecido."),
  "wait-without-delay": words("This wait has no duration.", "Esta espera não tem duração."),
  "hours-never-open": words("The business hours never open.", "O horário comercial nunca abre."),
  "hours-list": words("Business hours need a list of days.", "O horário comercial precisa de uma lista de dias."),
  "hours-entry": words(
    "Entry {count} of the business hours needs a weekday from 1 to 7 and times “HH:MM”, “from” before “to”.",
    "O item {count} do horário comercial precisa de um dia da semana de 1 a 7 e de horários “HH:MM”, com “from” antes de “to”.",
  ),
  "hours-time-zone": words("There is no time zone “{words}”.", "O fuso horário “{words}” não existe."),
  "hours-calendar": words("The instant is outside the calendar.", "O instante está fora do calendário."),
} as const;
