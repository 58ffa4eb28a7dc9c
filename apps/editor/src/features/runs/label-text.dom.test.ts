import { FIELDS } from "@trilho/engine";
import { afterEach, expect, test } from "vitest";
import { EMPTY_LOOKUP } from "../../document/lookup.ts";
import { showLanguage } from "../../i18n/set-up.ts";
import { factLabel } from "./labels.ts";

afterEach(() => showLanguage("en"));

const names = { ...EMPTY_LOOKUP, stageName: (id: string) => (id === "s1" ? "Leads" : null) };

test.each([
  ["a stage", "stageId", "s1", ["Stage", "Leads"], ["Etapa", "Leads"]],
  ["a choice of several", "status", "open", ["Deal status", "open"], ["Situação do negócio", "aberto"]],
  ["the status of an answer", "status", 200, ["Answered with", "200"], ["Respondeu com", "200"]],
  ["money", "value", 18000, ["Deal value", "18,000"], ["Valor do negócio", "18.000"]],
  ["a yes or no", "closed", true, ["Conversation closed", "yes"], ["Conversa encerrada", "sim"]],
  ["a new deal", "dealSeq", 43, ["New deal", "#43"], ["Novo negócio", "#43"]],
  [
    "who sent it",
    "provider",
    "outbox",
    ["Sent through", "The local outbox: nobody received it"],
    ["Enviado por", "A caixa de saída local: ninguém recebeu"],
  ],
  ["what nobody named", "mood", "good", ["mood", "good"], ["mood", "good"]],
  ["an id that nobody reads", "messageId", "outbox_1", null, null],
] as const)("%s is told in words", async (_, key, value, english, portuguese) => {
  expect(factLabel(key, value, FIELDS, names)).toEqual(english);
  await showLanguage("pt-BR");
  expect(factLabel(key, value, FIELDS, names)).toEqual(portuguese);
});
