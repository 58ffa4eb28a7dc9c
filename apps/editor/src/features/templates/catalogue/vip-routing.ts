import { assign, condition, end, exits, is, tag, task } from "../steps.ts";
import { template } from "../template.ts";
import type { TemplateScenario } from "../template.ts";

export const vipRouting = template({
  id: "vip-routing",
  topic: "sales",
  texts: {
    en: {
      name: "Route big deals to your best people",
      description: "Large deals go straight to a senior salesperson; all others are shared out evenly in turn.",
      size: "How big is it?",
      vip: "VIP",
      turns: "In turn",
      a: "First salesperson",
      b: "Second salesperson",
      senior: "Senior salesperson",
      tag: "Tag for VIP deals",
      task: "Call {{ contact.displayName }} today: {{ deal.name }} is a VIP deal",
      first: "Contact {{ contact.displayName }} about {{ deal.name }}",
      big: "A big deal",
      small: "A small deal, first in turn",
      next: "A small deal, second in turn",
    },
    "pt-BR": {
      name: "Levar negócios grandes aos melhores vendedores",
      description:
        "Negócios grandes vão direto para um vendedor sênior; os outros são divididos por igual, em rodízio.",
      size: "De que tamanho é?",
      vip: "VIP",
      turns: "Em rodízio",
      a: "Primeiro vendedor",
      b: "Segundo vendedor",
      senior: "Vendedor sênior",
      tag: "Tag para negócios VIP",
      task: "Ligar hoje para {{ contact.displayName }}: {{ deal.name }} é um negócio VIP",
      first: "Falar com {{ contact.displayName }} sobre {{ deal.name }}",
      big: "Um negócio grande",
      small: "Um negócio pequeno, primeiro da vez",
      next: "Um negócio pequeno, segundo da vez",
    },
  },
  needs: (t) => [
    { key: "senior", kind: "user", label: t.senior },
    { key: "a", kind: "user", label: t.a },
    { key: "b", kind: "user", label: t.b },
    { key: "vip", kind: "tag", label: t.tag },
  ],
  trigger: { type: "deal_created", scope: "global" },
  steps: (t, chosen) => [
    condition("size", t.size, [{ id: "vip", label: t.vip, query: is("deal.value", ">=", 10_000) }]),
    tag("mark", chosen["vip"]),
    assign("senior", chosen["senior"]),
    task("today", t.task),
    exits("turns", [
      { id: "a", label: t.a },
      { id: "b", label: t.b },
    ]),
    assign("first", chosen["a"]),
    assign("second", chosen["b"]),
    task("contact", t.first),
    end("done"),
  ],
  edges:
    "start>size size.branch_vip>mark>senior>today>done size.fallback>turns turns.rr_a>first>contact>done " +
    "turns.rr_b>second>contact",
  scenarios: (t): readonly TemplateScenario[] => [
    { name: t.big, facts: { deal: { value: 25_000, tagIds: [] } }, path: "start size mark senior today done" },
    { name: t.small, facts: { deal: { value: 900 } }, path: "start size turns first contact done" },
    {
      name: t.next,
      facts: { deal: { value: 900 } },
      roundRobin: { turns: { a: -1, b: 1 } },
      path: "start size turns second contact done",
    },
  ],
});
