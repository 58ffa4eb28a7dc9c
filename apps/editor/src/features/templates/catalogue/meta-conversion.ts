import { act, condition, end, is, task } from "../steps.ts";
import { template } from "../template.ts";
import type { TemplateScenario } from "../template.ts";

export const metaConversion = template({
  id: "meta-conversion",
  topic: "integration",
  texts: {
    en: {
      name: "Report won deals to Meta",
      description:
        "Tells Meta which ads led to sales, with the value of the deal, so that your campaigns learn from real revenue.",
      source: "From an ad?",
      ad: "From Meta",
      failed: "Report {{ deal.name }} to Meta by hand: the report failed",
      paid: "A sale from an ad",
      other: "A sale from elsewhere",
      broken: "Meta does not accept it",
    },
    "pt-BR": {
      name: "Informar vendas à Meta",
      description:
        "Conta à Meta quais anúncios levaram a vendas, com o valor do negócio, para que suas campanhas aprendam com a receita real.",
      source: "Veio de um anúncio?",
      ad: "Da Meta",
      failed: "Informar {{ deal.name }} à Meta manualmente: o envio falhou",
      paid: "Uma venda que veio de anúncio",
      other: "Uma venda de outra origem",
      broken: "A Meta não aceita",
    },
  },
  needs: () => [],
  trigger: { type: "deal_won", scope: "global" },
  steps: (t) => [
    condition("source", t.source, [
      { id: "ad", label: t.ad, query: is("deal.tracking.utmSource", "in", ["facebook", "instagram", "meta"]) },
    ]),
    act("report", "send_meta_conversion", { eventName: "Purchase" }),
    task("byHand", t.failed),
    end("done"),
  ],
  edges: "start>source source.branch_ad>report>done source.fallback>done report.fallback>byHand>done",
  scenarios: (t): readonly TemplateScenario[] => {
    const facts = { deal: { name: "Solar", value: 12_000, tracking: { utmSource: "instagram" } } };
    return [
      { name: t.paid, facts, path: "start source report done" },
      { name: t.other, facts: { deal: { tracking: { utmSource: "google" } } }, path: "start source done" },
      {
        name: t.broken,
        facts,
        outcomes: { report: { type: "fail_permanently", message: "400" } },
        path: "start source report byHand done",
      },
    ];
  },
});
