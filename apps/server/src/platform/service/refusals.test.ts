import type { JsonValue } from "@trilho/engine/contract";
import { failureReason } from "@trilho/engine/failures";
import { describe, expect, it } from "vitest";
import { readCustomValues, type DealField } from "../../areas/reference/custom-fields/custom-values.ts";
import { invalid, notFound, type Failure } from "./outcome.ts";
import { failureTexts } from "../../testing/failure-texts.ts";
import { reasonsOf } from "./refusals.ts";

describe("a refusal is said to who reads a run", () => {
  it.each<[what: string, failure: Failure, english: string, portuguese: string]>([
    [
      "by the reasons of its fields",
      invalid([
        { field: "lostReason", message: "must be one of Price", reason: failureReason("loss-reason-gone") },
        { field: "name", message: "is required in this stage", reason: failureReason("name-required") },
      ]),
      "The loss reason does not exist any more: choose another one. The stage asks for a name, which the deal lacks.",
      "O motivo da perda não existe mais: escolha outro. A etapa pede um nome, que falta no negócio.",
    ],
    [
      "by its own reason",
      { ...notFound("deal"), reason: failureReason("deal-gone") },
      "The deal does not exist any more.",
      "O negócio não existe mais.",
    ],
    [
      "by the words of a field, where it has no reason",
      invalid([{ field: "metadata", message: "is odd" }]),
      "The deal cannot be changed so: “metadata is odd”.",
      "O negócio não pode ser mudado assim: “metadata is odd”.",
    ],
    [
      "by its words, where there is nothing else",
      notFound("deal"),
      "The deal cannot be changed so: “There is no such deal in this workspace.”.",
      "O negócio não pode ser mudado assim: “There is no such deal in this workspace.”.",
    ],
  ])("%s", (_, failure, english, portuguese) => {
    expect(failureTexts({ failure: reasonsOf(failure, "change-refused") })).toEqual([english, portuguese]);
  });
});

const OPTIONS = [{ value: "a", label: "A" }];
const fieldOf = (fieldType: string, options: DealField["options"] = OPTIONS): DealField => ({
  id: "f1",
  slug: "budget",
  fieldType,
  options,
});

describe("a value that a custom field refuses is said in both languages", () => {
  it.each<[field: DealField, value: JsonValue, english: string, portuguese: string]>([
    [fieldOf("text"), 7, "must be text", "precisa ser um texto"],
    [fieldOf("text"), "x".repeat(2001), "at most 2000 characters", "no máximo 2000 caracteres"],
    [fieldOf("long_text"), "x".repeat(20_001), "at most 20000 characters", "no máximo 20000 caracteres"],
    [fieldOf("number"), "7", "must be a number", "precisa ser um número"],
    [fieldOf("boolean"), "yes", "must be true or false", "verdadeiro ou falso"],
    [fieldOf("date"), "31/01/2026", "must be a date as in", "precisa ser uma data como"],
    [fieldOf("datetime"), "2026-01-31", "must be a date and time as in", "precisa ser uma data e hora como"],
    [fieldOf("datetime"), "0000-01-01T00:00:00Z", "must be a date and time as in", "precisa ser uma data e hora como"],
    [fieldOf("select"), "b", "has no such option any more", "não tem mais essa opção"],
    [fieldOf("select"), 7, "has no such option any more", "não tem mais essa opção"],
    [fieldOf("multi_select"), "a", "must be a list of options", "precisa ser uma lista de opções"],
    [fieldOf("multi_select"), ["a", "a"], "must be a list of options", "precisa ser uma lista de opções"],
    [fieldOf("multi_select"), ["b"], "has no such option any more", "não tem mais essa opção"],
    [fieldOf("multi_select"), Array.from({ length: 201 }, String), "at most 200 items", "no máximo 200 itens"],
    [
      fieldOf("members", [{ value: "m1", label: "Rui", inactive: true }]),
      "m1",
      "must be an active member",
      "precisa ser uma pessoa da equipe ativa",
    ],
    [fieldOf("email"), "ana", "must be an e-mail address", "precisa ser um endereço de e-mail"],
    [fieldOf("phone"), "ana", "must be a phone number", "precisa ser um número de telefone"],
    [fieldOf("phone"), "999", "must be a phone number", "precisa ser um número de telefone"],
    [fieldOf("url"), "ftp://x", "must be an http or https address", "precisa ser um endereço http ou https"],
    [fieldOf("file"), "x", "must be a file that was uploaded here", "precisa ser um arquivo enviado aqui"],
    [
      fieldOf("file"),
      { key: "k", name: "n", mimeType: "m", size: 1 },
      "must be a file that was uploaded here",
      "precisa ser um arquivo enviado aqui",
    ],
    [{ ...fieldOf("text"), slug: "other" }, "x", "There is no custom field", "Não existe o campo personalizado"],
  ])("%j: %j", (field, value, english, portuguese) => {
    const context = { fields: [field], country: "BR" as const, files: new Map() };
    const { problems } = readCustomValues({ budget: value }, {}, context);
    const said = failureTexts({ failure: reasonsOf(invalid(problems), "change-refused") });
    expect(said[0]).toContain("“budget”");
    expect(said).toEqual([english, portuguese].map((words) => expect.stringContaining(words)));
  });
});
