import type { Automation } from "@trilho/api-client";
import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClientProvider, GivenClient } from "../../data/client-provider.tsx";
import { showLanguage } from "../../i18n/set-up.ts";
import { SimulatePanel, type SimulatePanelProps } from "../../screens/editor/simulate-panel.tsx";
import type { Highlight } from "../../document/view-store.ts";
import { ContractServer, refusal } from "../../testing/contract-server.ts";

const server = new ContractServer();
beforeEach(async () => {
  server.automations.clear();
  server.instead = null;
  await server.start();
});
afterEach(async () => {
  await showLanguage("en");
  await server.stop();
});

const act = (id: string, actionType: NonNullable<GraphNode["actionType"]>, config: NonNullable<GraphNode["config"]>) =>
  ({ id, type: "action", actionType, config: { ...config, ui: { label: id } } }) satisfies GraphNode;

function graph(...acts: GraphNode[]): GraphDefinition {
  const nodes: GraphNode[] = [{ id: "start", type: "trigger" }, ...acts];
  const edges = acts.map((node, place) => ({ id: `e${place}`, source: nodes[place]?.id ?? "", target: node.id }));
  return { version: 2, nodes, edges };
}

const TAGGING = graph(act("Tag it", "add_tag", { tagIds: ["t1"] }), act("Write", "send_whatsapp", { text: "Hello!" }));

const other = (fields: Partial<Automation> & { id: string }): Automation =>
  server.add({
    enabled: true,
    triggerType: "tag_added",
    graphDefinition: graph(
      act("Greet", "send_whatsapp", { text: "Good to have you" }),
    ) as Automation["graphDefinition"],
    ...fields,
  });

let opened = 0;

/** Opens the panel on the draft of an automation that starts with new deals, and shows all automations. */
async function open(props: Partial<SimulatePanelProps> = {}, among = "All automations") {
  opened += 1;
  const seen: (Highlight | null)[] = [];
  const chosen: string[] = [];
  render(
    <ClientProvider session={server.session}>
      <SimulatePanel
        definition={TAGGING}
        owner={`own${opened}`}
        automation={{ triggerType: "deal_created", scope: "global" }}
        run={() => false}
        onHighlight={(highlight) => void seen.push(highlight)}
        onSelectNode={(nodeId) => void chosen.push(nodeId)}
        onClose={() => undefined}
        {...props}
      />
    </ClientProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: among }));
  return { user, seen, chosen };
}

/** Waits for how it goes: to look for roles again and again would hold up what is looked for. */
const goes = (words: RegExp) => screen.findByText(words, {}, { timeout: 20_000 });
const story = () => within(screen.getByRole("list", { name: "What happens, one thing after the other" }));
const lines = () =>
  story()
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent ?? "");

describe("a deal among all automations", () => {
  it("is told as one life: which automation did what, and what started it", async () => {
    other({ id: "greets", name: "Greets tagged deals" });
    await open();
    await goes(/^2 runs of 2 automations/);
    const told = lines();
    expect(told.map((line) => line.replace(/^Day 0, \w+ [\d:]+\s?[AP]M/, ""))).toEqual([
      "A deal is created.",
      "This automation Starts Deal created",
      "This automation Tag it",
      expect.stringContaining("This automation Write"),
      "Greets tagged deals Starts Tag added: by “This automation”, Tag it",
      expect.stringContaining("Greets tagged deals Greet"),
    ]);
  });

  it("goes on from the draft, not from what is published of it", async () => {
    other({ id: `own${opened + 1}`, name: "As published", triggerType: "deal_created" });
    await open();
    await goes(/^1 run of 1 automation/);
    expect(lines().join()).not.toContain("Greet");
  });

  it("leads to a step here, and to another automation there", async () => {
    other({ id: "greets", name: "Greets tagged deals" });
    const { user, chosen, seen } = await open();
    await goes(/^2 runs of 2 automations/);
    const list = story();
    await user.click(list.getByRole("button", { name: /^This automation.*Tag it/ }));
    expect(chosen).toEqual(["Tag it"]);
    expect(seen.at(-1)?.nodeId).toBe("Tag it");
    expect(list.queryByRole("link")).toBeNull();
    await user.click(list.getByRole("button", { name: /^Greets tagged deals.*Greet/ }));
    expect(chosen).toEqual(["Tag it"]);
    const link = list.getByRole("link", { name: "Open “Greets tagged deals”" });
    expect(link.getAttribute("href")).toBe("/automations/greets?step=Greet");
  });

  it("names what did not start, and why", async () => {
    other({ id: "vips", name: "Greets VIPs", triggerConfig: { tagIds: ["t2"] } });
    other({ id: "off", name: "Is off", enabled: false });
    await open();
    await goes(/^1 run of 1 automation · 1 did not start$/);
    const refused = within(screen.getByRole("region", { name: "Not started, and why" }));
    expect(refused.getAllByRole("listitem").length).toBe(1);
    expect(refused.getByRole("link", { name: "Greets VIPs" }).getAttribute("href")).toBe("/automations/vips");
  });

  it("says why this one does not start", async () => {
    const conditions = { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 50_000_000 }] };
    await open({ automation: { triggerType: "deal_created", conditions } });
    await goes(/^Nothing starts · 1 did not start$/);
    const refused = within(screen.getByRole("region", { name: "Not started, and why" }));
    expect(refused.getByRole("listitem").textContent).toMatch(/^This automation · Deal created.*Deal value/);
  });

  it("follows the answers that are chosen, and the deal", async () => {
    const { user } = await open();
    await goes(/^1 run of 1 automation/);
    await user.click(screen.getByRole("tab", { name: "Answers" }));
    await user.click(screen.getByRole("combobox", { name: "What happens at “Write”" }));
    await user.click(await screen.findByRole("option", { name: "Fails for good" }));
    await user.click(screen.getByRole("tab", { name: "Steps" }));
    await goes(/^Not delivered$/);
  });

  it("is shown alone again", async () => {
    const { user } = await open();
    await goes(/^1 run of 1 automation/);
    await user.click(screen.getByRole("button", { name: "This one" }));
    screen.getByText("Completed");
    expect(screen.queryByRole("list", { name: "What happens, one thing after the other" })).toBeNull();
  });

  it("says that the automations could not be read", async () => {
    server.instead = refusal(403, "FORBIDDEN");
    await open();
    await screen.findByRole("alert");
  });

  it("is told in Portuguese", async () => {
    await showLanguage("pt-BR");
    other({ id: "greets", name: "Cumprimenta" });
    await open({}, "Todas as automações");
    await goes(/^2 execuções de 2 automações/);
    await screen.findByText("Tag adicionada: por “Esta automação”, Tag it");
  });
});

describe("an editor that knows no others", () => {
  it("shows its automation alone", () => {
    render(
      <GivenClient client={null}>
        <SimulatePanel
          definition={TAGGING}
          owner="alone"
          automation={{ triggerType: "deal_created" }}
          run={() => false}
          onSelectNode={() => undefined}
          onClose={() => undefined}
        />
      </GivenClient>,
    );
    screen.getByText("Completed");
    expect(screen.queryByRole("button", { name: "All automations" })).toBeNull();
  });
});
