import { words } from "../text.ts";

/** What ends a run, or keeps it from starting, whatever its actions are. */
export const RUNS = {
  "no-answer": words("No answer came.", "Não veio resposta."),
  "answer-lost": words("The answer was lost.", "A resposta se perdeu."),
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
  "entered-before": words(
    "It had been in this automation before, and may enter once only.",
    "Já tinha passado por esta automação, e só pode entrar uma vez.",
  ),
  "entered-lately": words(
    "It was in this automation a short time ago, and may not enter again so soon.",
    "Passou há pouco por esta automação, e ainda não pode entrar de novo.",
  ),
  "run-live": words(
    "It was still in this automation, and may enter again when that run is over.",
    "Ainda estava nesta automação, e só pode entrar de novo quando aquela execução terminar.",
  ),
  "later-event": words(
    "More happened before this was to begin, so the last change starts it instead.",
    "Aconteceu mais alguma coisa antes de isto começar, então quem inicia é a última mudança.",
  ),
  "turns-lost": words(
    "This was interrupted {count} times in a row, so it is not begun again. What it was to do may be done: look there before you retry it.",
    "Isto foi interrompido {count} vezes seguidas, por isso não começa de novo. O que devia fazer pode estar feito: olhe lá antes de tentar de novo.",
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
} as const;
