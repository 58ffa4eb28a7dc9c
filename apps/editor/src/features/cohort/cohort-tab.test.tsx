import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { GraphDefinition } from "@trilho/engine";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connected, stubWorkspace } from "../forms/testing/workspace.tsx";
import { SimulatePanel } from "../../screens/editor/simulate-panel.tsx";
import { sessionOf } from "../../simulation/session.ts";
import type { Overlay } from "../../document/view-store.ts";

beforeEach(() => stubWorkspace());
afterEach(() => vi.unstubAllGlobals());

const graph: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "ask", type: "action", actionType: "send_whatsapp", config: { text: "Hi", awaitReply: true } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "ask" },
    { id: "e2", source: "ask", target: "end", sourceHandle: "replied" },
  ],
};
const longer: GraphDefinition = {
  ...graph,
  nodes: [...graph.nodes, { id: "pause", type: "wait", config: { delaySeconds: 60 } }],
};

let automations = 0;

function open() {
  automations += 1;
  const id = `cohort${automations}`;
  sessionOf(id).setState({ tab: "cohort" });
  const overlays: (Overlay | null)[] = [];
  const panel = (definition: GraphDefinition) => (
    <SimulatePanel
      definition={definition}
      owner={id}
      run={() => false}
      onOverlay={(overlay) => void overlays.push(overlay)}
      onSelectNode={() => undefined}
      onClose={() => undefined}
    />
  );
  const view = render(panel(graph), { wrapper: Connected });
  return { overlays, edit: (definition: GraphDefinition) => view.rerender(panel(definition)) };
}

async function simulate(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(screen.getByRole("combobox", { name: "Deals" }));
  await user.click(await screen.findByRole("option", { name: "1,000" }));
  await user.click(screen.getByRole("button", { name: "Simulate 1,000 deals" }));
  await screen.findByText(/^1,000 deals in /);
}

describe("many deals", () => {
  test("show where they went, in numbers and on the drawing", async () => {
    const user = userEvent.setup();
    const { overlays } = open();
    await simulate(user);
    const table = screen.getByRole("table", { name: "Deals that come to each step, and when" });
    expect(within(table).getAllByRole("row")[1]?.textContent).toMatch(/Trigger.*1,000.*100%.*at once/);
    const { edges, nodes } = overlays.at(-1) ?? {};
    expect(nodes?.get("start")).toEqual({ tone: "heat", badge: "1K · 100%", share: 1 });
    expect(edges?.get("e2")?.share).toBeGreaterThan(0.4);
    expect(edges?.get("e2")?.share).toBeLessThan(0.6);
    expect(screen.getByText(/messages reach a contact/)).toBeDefined();
  });

  test("answer as a person says, and the result before is out of date", async () => {
    const user = userEvent.setup();
    const { overlays } = open();
    await simulate(user);
    await user.click(screen.getByText("Answers and failures"));
    const text = screen.getByRole("textbox", { name: "Answer with a text (%)" });
    await user.clear(text);
    await user.type(text, "0");
    await user.tab();
    expect(screen.getByText("No answer: 99%")).toBeDefined();
    expect(screen.getByText("The automation or these settings have changed since.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Simulate again" }));
    await waitFor(() => expect(overlays.at(-1)?.edges.get("e2")?.share).toBe(0));
    expect(screen.queryByText("The automation or these settings have changed since.")).toBeNull();
  });

  test("are out of date after an edit of the automation", async () => {
    const user = userEvent.setup();
    const { edit } = open();
    await simulate(user);
    edit(longer);
    expect(await screen.findByText("The automation or these settings have changed since.")).toBeDefined();
  });
});
