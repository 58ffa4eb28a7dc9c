import { tellFailure } from "@trilho/engine/failures";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sayRefusedMessage } from "../../conversations/refused-message.ts";
import { invalid, notFound, type Failure } from "../../outcome.ts";
import { sayRefusedDeal } from "./refused-deal.ts";

const source = (name: string): string => readFileSync(join(import.meta.dirname, "../..", name), "utf8");

/** What can be wrong with a custom field's value: ends of sentences, where a value is looked at. */
const CUSTOM_PROBLEMS = ["custom-fields/types.ts", "deals/custom-values.ts"].flatMap((file) =>
  [...source(file).matchAll(/(["`])((?:must|is) [^"`]+)\1/g)].map(([, , text = ""]) =>
    text.replace(/\$\{\w+\}/, "255"),
  ),
);

/** Fields that actions set, and what the rules of deals say of them. */
const DEAL_PROBLEMS = ["deals/rules.ts", "deals/update.ts", "deals/create.ts"].flatMap((file) =>
  [...source(file).matchAll(/problem\("(stageId|responsibleUserId|coOwnerUserId|lostReason|phone)", "([^"]+)"\)/g)].map(
    ([, field = "", message = ""]) => ({ field, message }),
  ),
);

describe("what a deal's rules refuse", () => {
  it("is looked for where the rules are", () => {
    expect(CUSTOM_PROBLEMS.length).toBeGreaterThan(15);
    expect(DEAL_PROBLEMS.length).toBeGreaterThan(6);
  });

  it.each(CUSTOM_PROBLEMS)("of a custom field is said in both languages: %s", (message) => {
    const said = sayRefusedDeal(invalid([{ field: "customFields.budget", message }]));
    expect(said).toMatch(/“budget”/);
    expect(said).not.toContain("cannot be changed so");
    expect(tellFailure(said, "pt-BR")).toContain("“budget”");
  });

  it.each(DEAL_PROBLEMS)("of $field is said in both languages: $message", (error) => {
    const said = sayRefusedDeal(invalid([error]));
    expect(said).not.toContain("cannot be changed so");
    expect(tellFailure(said, "pt-BR")).not.toBeNull();
  });

  it.each<[Failure, string, string]>([
    [
      invalid([
        { field: "lostReason", message: "must be one of Price, Too late. Really" },
        { field: "name", message: "is required in this stage" },
        { field: "customFields.budget", message: "is required in this stage" },
      ]),
      "The loss reason does not exist any more: choose another one. The stage asks for a name, which the deal lacks. The stage asks for “budget”, which the deal lacks.",
      "O motivo da perda não existe mais: escolha outro. A etapa pede um nome, que falta no negócio. A etapa pede “budget”, que falta no negócio.",
    ],
    [
      invalid([{ field: "lostReason", message: "is required for a lost deal" }]),
      "A lost deal needs a loss reason: choose one.",
      "Um negócio perdido precisa de um motivo da perda: escolha um.",
    ],
    [
      invalid([{ field: "metadata", message: "is odd" }]),
      "The deal cannot be changed so: “metadata is odd”.",
      "O negócio não pode ser mudado assim: “metadata is odd”.",
    ],
    [notFound("deal"), "The deal does not exist any more.", "O negócio não existe mais."],
    [
      { code: "CONFLICT", message: "There is no pipeline that a deal could start in." },
      "There is no pipeline that a deal could start in.",
      "Não há funil em que um negócio possa começar.",
    ],
  ])("%#: %j", (failure, english, portuguese) => {
    const said = sayRefusedDeal(failure);
    expect([said, tellFailure(said, "pt-BR")]).toEqual([english, portuguese]);
  });
});

describe("what a message's rules refuse", () => {
  it.each<[Failure, string, string]>([
    [
      invalid([{ field: "to", message: "is not a phone number" }]),
      "The contact's phone is not a phone number.",
      "O telefone do contato não é um número de telefone.",
    ],
    [
      notFound("contact"),
      "This run has no contact, or the contact was deleted.",
      "Esta execução não tem contato, ou o contato foi excluído.",
    ],
    [
      invalid([{ field: "caption", message: "is not possible with audio" }]),
      "The message cannot be sent as it is: “caption is not possible with audio”.",
      "A mensagem não pode ser enviada como está: “caption is not possible with audio”.",
    ],
  ])("%#: %j", (failure, english, portuguese) => {
    const said = sayRefusedMessage(failure);
    expect([said, tellFailure(said, "pt-BR")]).toEqual([english, portuguese]);
  });
});
