import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { showLanguage } from "../../i18n/set-up.ts";
import { placeOf, type RunChange } from "./changes.ts";
import { ChangeText } from "./change-text.tsx";

afterEach(() => showLanguage("en"));

const AT = "2026-01-05T12:00:05.500Z";
const ANA: RunChange["by"] = {
  type: "user",
  id: "m1",
  name: "Ana",
  apiKey: { id: "k1", name: "Laptop" },
  automationId: null,
};
const OTHER: RunChange["by"] = { type: "run", id: "r 2", name: "Signed", apiKey: null, automationId: "a/2" };

const MOVED = { from: 1, to: 2, reason: "Shorter wait", migrationId: "m1" };
const changed = (
  code: RunChange["why"]["code"],
  by: RunChange["by"] = null,
  params: RunChange["why"]["params"] = {},
): RunChange => ({ at: AT, from: "waiting", to: "cancelled", why: { code, params }, by });

const words = (change: RunChange): string => render(<ChangeText change={change} />).container.textContent?.trim() ?? "";

/** Lines stand below each other on the page. */
const plain = (text: string): string => text.replaceAll(/\s+/g, "");

describe("what others did to a run", () => {
  it.each<[RunChange, string, string]>([
    [
      changed("cancelled-by-hand", ANA),
      "Ana cancelled this run With the key “Laptop”",
      "Ana cancelou esta execução Com a chave “Laptop”",
    ],
    [
      changed("retried-by-hand", { ...ANA, name: null, apiKey: null }),
      "Somebody retried this run",
      "Alguém mandou tentar esta execução de novo",
    ],
    [
      changed("time-passed-by-hand", { ...ANA, apiKey: null }, { until: "2026-01-07T12:00:00.000Z" }),
      "Ana let the time pass until Jan 7, 2026, 12:00 PM",
      "Ana deixou o tempo passar até 7 de jan. de 2026, 12:00",
    ],
    [changed("automation-deleted", { ...ANA, apiKey: null }), "Ana deleted the automation", "Ana excluiu a automação"],
    [
      changed("moved-to-version", ANA, MOVED),
      "Ana moved this run from version 1 to version 2 With the key “Laptop” Reason: Shorter wait",
      "Ana moveu esta execução da versão 1 para a versão 2 Com a chave “Laptop” Motivo: Shorter wait",
    ],
    [
      changed("moved-back", { ...ANA, apiKey: null }, { ...MOVED, from: 2, to: 1 }),
      "Ana put this run back from version 2 to version 1",
      "Ana devolveu esta execução da versão 2 para a versão 1",
    ],
    [
      changed("stopped", OTHER, { reason: "It is signed" }),
      "Stopped by another automation of this deal: SignedReason: It is signed",
      "Interrompida por outra automação deste negócio: SignedMotivo: It is signed",
    ],
    [
      changed("stopped", { ...OTHER, name: null }, { reason: null }),
      "Stopped by another automation of this deal, which has been deleted since",
      "Interrompida por outra automação deste negócio, já excluída",
    ],
    [changed("automation-off"), "Skipped: the automation was off", "Pulada: a automação estava desligada"],
    [
      changed("turns-failed", null, { turns: 5, message: "No luck." }),
      "Given up: it failed to go on 5 times in a row No luck.",
      "Desistiu: não conseguiu continuar 5 vezes seguidas No luck.",
    ],
    [
      changed("deal-not-made", null, {
        message: "The stage does not exist any more.",
        failure: [{ code: "stage-gone", params: {} }],
      }),
      "Not started: its deal could not be created The stage does not exist any more.",
      "Não iniciada: não foi possível criar o negócio dela A etapa não existe mais.",
    ],
    [
      changed("turns-lost", null, { turns: 5 }),
      "Given up: interrupted 5 times in a row",
      "Desistiu: foi interrompida 5 vezes seguidas",
    ],
    [
      changed("chain-too-deep", null, { depth: 10 }),
      "Not started: automations had started each other 10 times in a row",
      "Não iniciada: automações já tinham iniciado umas às outras 10 vezes seguidas",
    ],
    [
      changed("event-too-large", null, { maxKb: 512 }),
      "Not started: what set it off holds more than 512 KB",
      "Não iniciada: o que a disparou tem mais de 512 KB",
    ],
    [
      changed("event-unreadable"),
      "Not started: what set it off could not be read",
      "Não iniciada: não foi possível ler o que a disparou",
    ],
    [
      changed("start-unreadable", null, { fields: ["conditions.rules"] }),
      "Not started: the settings of the trigger could not be read",
      "Não iniciada: não foi possível ler as configurações do gatilho",
    ],
    [
      changed("entered-before", null, { seen: "2026-01-05T09:00:00Z" }),
      "Not started: a run of this automation began before, and there may be one only",
      "Não iniciada: já houve uma execução desta automação, e só pode haver uma",
    ],
    [
      changed("run-live"),
      "Not started: a run of this automation was not over yet",
      "Não iniciada: uma execução desta automação ainda não tinha terminado",
    ],
    [
      changed("deal-not-made"),
      "Not started: its deal could not be created",
      "Não iniciada: não foi possível criar o negócio dela",
    ],
    [changed("abducted" as "stopped", OTHER), "Changed to “Cancelled” Signed", "Passou a “Cancelada” Signed"],
  ])("is said in both languages, %#", async (change, english, portuguese) => {
    expect(plain(words(change))).toBe(plain(english));
    await showLanguage("pt-BR");
    expect(plain(words(change))).toBe(plain(portuguese));
  });

  it("leads to the run that stopped it", () => {
    render(<ChangeText change={changed("stopped", OTHER)} />);
    expect(screen.getByRole("link", { name: "Signed" }).getAttribute("href")).toBe("/automations/a%2F2/runs/r%202");
  });

  it("stands after the steps that were taken by then, and after those of the same moment", () => {
    const steps = ["12:00:01", "12:00:05.500", "12:00:09"].map((time, at) => ({
      seq: at + 1,
      at: `2026-01-05T${time}Z`,
      nodeId: "n",
      handle: null,
      edgeId: null,
      why: { code: "waiting", params: {} },
    }));
    expect(placeOf(changed("stopped"), steps)).toBe(2);
    expect(placeOf(changed("stopped"), steps.slice(0, 2))).toBe(2);
    expect(placeOf(changed("stopped"), [])).toBe(0);
  });
});
