import { act, end, HOUR, task, wait } from "../steps.ts";
import { template } from "../template.ts";
import type { TemplateScenario } from "../template.ts";

export const erpWebhook = template({
  id: "erp-webhook",
  topic: "integration",
  texts: {
    en: {
      name: "Send won deals to your ERP",
      description:
        "Hands every won deal to your ERP over a signed webhook. When that fails it tries once more after an hour, and then tells a person.",
      order: "Send the order",
      again: "Send the order again",
      task: "Enter {{ deal.name }} in the ERP by hand: sending failed twice",
      works: "The ERP takes it",
      second: "The ERP takes it the second time",
      fails: "The ERP is down",
    },
    "pt-BR": {
      name: "Enviar negócios ganhos ao ERP",
      description:
        "Entrega cada negócio ganho ao seu ERP por um webhook assinado. Se falhar, tenta mais uma vez depois de uma hora e então avisa uma pessoa.",
      order: "Enviar o pedido",
      again: "Enviar o pedido de novo",
      task: "Lançar {{ deal.name }} no ERP manualmente: o envio falhou duas vezes",
      works: "O ERP recebe",
      second: "O ERP recebe na segunda vez",
      fails: "O ERP está fora do ar",
    },
  },
  needs: () => [],
  trigger: { type: "deal_won", scope: "global" },
  steps: (t) => {
    const body = {
      order: "{{ deal.name }}",
      value: "{{ deal.value }}",
      currency: "{{ deal.currency }}",
      customer: { name: "{{ contact.displayName }}", email: "{{ contact.email }}" },
    };
    const request = { url: "https://erp.example.com/orders", method: "POST", body };
    return [
      act("order", "webhook", request, { label: t.order }),
      wait("hour", HOUR),
      act("again", "webhook", { ...request, timeoutSeconds: 30 }, { label: t.again }),
      task("byHand", t.task),
      end("done"),
    ];
  },
  edges: "start>order>done order.fallback>hour>again>done again.fallback>byHand>done",
  scenarios: (t): readonly TemplateScenario[] => {
    const facts = { deal: { name: "Solar", value: 12_000, currency: "BRL" }, contact: { displayName: "Ana Souza" } };
    return [
      { name: t.works, facts, path: "start order done" },
      { name: t.second, facts, outcomes: { order: { type: "fail", times: 5 } }, path: "start order hour again done" },
      {
        name: t.fails,
        facts,
        outcomes: { order: { type: "fail", times: 5 }, again: { type: "fail_permanently", message: "503" } },
        path: "start order hour again byHand done",
      },
    ];
  },
});
