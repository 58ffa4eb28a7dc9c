import type { GraphDefinition } from "@trilho/engine";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connected, stubWorkspace } from "../../features/forms/testing/workspace.tsx";
import type { Highlight } from "../../document/view-store.ts";
import { SimulatePanel } from "./simulate-panel.tsx";
import type { SimulatePanelProps } from "./simulate-panel.tsx";

beforeEach(() => stubWorkspace());
afterEach(() => vi.unstubAllGlobals());

const graph: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "size",
      type: "condition",
      config: { ui: { label: "How big?" } },
      condition: {
        branches: [
          {
            id: "big",
            label: "Big",
            query: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 10_000 }] },
          },
        ],
      },
    },
    { id: "pause", type: "wait", config: { delaySeconds: 187_200 } },
    {
      id: "ask",
      type: "action",
      actionType: "send_whatsapp",
      config: {
        text: "Hi {{ contact.firstName }}!",
        buttons: [{ id: "yes", label: "Yes" }],
        replyTimeoutSeconds: 3_600,
        ui: { label: "Ask" },
      },
    },
    { id: "tag", type: "action", actionType: "add_tag", config: { tagIds: ["t1"] } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "size" },
    { id: "e2", source: "size", target: "pause", sourceHandle: "branch_big" },
    { id: "e3", source: "size", target: "end", sourceHandle: "fallback" },
    { id: "e4", source: "pause", target: "ask" },
    { id: "e5", source: "ask", target: "tag", sourceHandle: "btn_yes" },
    { id: "e6", source: "tag", target: "end" },
  ],
};

let automations = 0;

/** Opens the panel on a graph, as a new automation unless told which. */
function open(definition: GraphDefinition = graph, props: Partial<SimulatePanelProps> = {}) {
  automations += 1;
  const seen: (Highlight | null)[] = [];
  const chosen: string[] = [];
  const view = render(
    <SimulatePanel
      definition={definition}
      owner={`a${automations}`}
      onHighlight={(highlight) => void seen.push(highlight)}
      onSelectNode={(nodeId) => void chosen.push(nodeId)}
      run={() => false}
      onClose={() => undefined}
      {...props}
    />,
    { wrapper: Connected },
  );
  return { seen, chosen, view };
}

const slider = (): HTMLElement => screen.getByRole("slider", { name: "Step" });
const rows = (): HTMLElement[] => screen.getAllByRole("row").slice(1);
const tab = (name: string): HTMLElement => screen.getByRole("tab", { name });

describe("a run", () => {
  test("is there at once, told step by step with its reasons and messages", async () => {
    open();
    expect(screen.getByText("Completed")).toBeDefined();
    expect(screen.getByText(/^after 2 days 5 h/)).toBeDefined();
    const texts = rows().map((row) => row.textContent);
    expect(texts[1]).toMatch(/How big\? Branch Big: Deal value 12,000 ≥ 10,000/);
    expect(texts.some((text) => /\+2 days 4 h.*Hi Ana!.*Yes/.test(text ?? ""))).toBe(true);
    await waitFor(() => expect(rows().at(-1)?.textContent).toMatch(/No reply within 1 h|nothing follows/i));
  });

  test("calls the trigger what the canvas calls it", () => {
    open(graph, { triggerSummary: "Deal created: Homes" });
    expect(rows()[0]?.textContent).toContain("Trigger");
  });

  test("is scrubbed forward and back; the canvas lights up the way so far", async () => {
    const user = userEvent.setup();
    const { seen, view } = open();
    expect(seen.at(-1)?.visitedEdgeKeys).toEqual(["e1", "e2", "e4"]);
    await user.click(screen.getByRole("button", { name: "To the start" }));
    expect(seen.at(-1)).toEqual({ nodeId: "start", visitedNodeIds: ["start"], visitedEdgeKeys: ["e1"] });
    await user.click(screen.getByRole("button", { name: "One step forward" }));
    expect(seen.at(-1)?.nodeId).toBe("size");
    await user.keyboard("{ArrowLeft}");
    expect(seen.at(-1)?.nodeId).toBe("start");
    fireEvent.change(slider(), { target: { value: "3" } });
    expect(slider().getAttribute("aria-valuetext")).toMatch(
      /^Step 4 of \d+, 2 days 4 h in: Wait 2 days 4 hours, Waited/,
    );
    view.unmount();
    expect(seen.at(-1)).toBeNull();
  });

  test("plays by itself to its end", async () => {
    vi.useFakeTimers();
    const { seen } = open();
    fireEvent.click(screen.getByRole("button", { name: "Play" }));
    expect(seen.at(-1)?.nodeId).toBe("start");
    for (let step = 0; step < 30; step += 1) await vi.advanceTimersByTimeAsync(1_200);
    vi.useRealTimers();
    expect(seen.at(-1)?.visitedEdgeKeys).toEqual(["e1", "e2", "e4"]);
    expect(screen.getByRole("button", { name: "Play" })).toBeDefined();
  });

  test("leads from a step to its node", async () => {
    const user = userEvent.setup();
    const { chosen } = open();
    const [show] = screen.getAllByRole("button", { name: "Show “Ask” on the canvas" });
    if (show) await user.click(show);
    expect(chosen).toEqual(["ask"]);
  });
});

describe("what the person chooses", () => {
  test("the deal: only what the graph reads, and the run follows", async () => {
    const user = userEvent.setup();
    open();
    await user.click(tab("Deal"));
    expect(screen.getByRole("textbox", { name: "First name" })).toBeDefined();
    expect(screen.queryByRole("textbox", { name: "Company" })).toBeNull();
    const value = screen.getByRole("textbox", { name: "Deal value" });
    await user.clear(value);
    await user.type(value, "5");
    expect(screen.getByText("at once", { selector: "div" })).toBeDefined();
    await user.click(tab("Steps"));
    expect(rows()[1]?.textContent).toMatch(/No branch held: Deal value 5 is not ≥ 10,000/);
  });

  test("the answer: a button after a while", async () => {
    const user = userEvent.setup();
    const { seen } = open();
    await user.click(tab("Answers"));
    await user.click(screen.getByRole("combobox", { name: "What happens at “Ask”" }));
    await user.click(await screen.findByRole("option", { name: "Presses “Yes”" }));
    expect(seen.at(-1)?.visitedNodeIds).toContain("tag");
    const after = screen.getByRole("textbox", { name: "Answers after" });
    await user.clear(after);
    await user.type(after, "2");
    expect(seen.at(-1)?.visitedNodeIds).not.toContain("tag");
  });

  test("a failure for good: the message is shown as not delivered", async () => {
    const user = userEvent.setup();
    open();
    await user.click(tab("Answers"));
    await user.click(screen.getByRole("combobox", { name: "What happens at “Ask”" }));
    await user.click(await screen.findByRole("option", { name: "Fails for good" }));
    expect(screen.getByText("Failed")).toBeDefined();
    await user.click(tab("Steps"));
    expect(screen.getByText("Not delivered")).toBeDefined();
  });
});

describe("scenarios", () => {
  test("are kept side by side, each with its end, and survive closing the panel", async () => {
    const user = userEvent.setup();
    const { view } = open(graph, { owner: "kept" });
    await user.click(screen.getByRole("button", { name: "Add a scenario" }));
    await user.click(tab("Deal"));
    const value = screen.getByRole("textbox", { name: "Deal value" });
    await user.clear(value);
    await user.type(value, "5");
    const list = screen.getByRole("list", { name: "Scenarios" });
    expect(within(list).getByRole("button", { name: /Scenario 1: Completed, 2 days/ })).toBeDefined();
    expect(within(list).getByRole("button", { name: /Scenario 2: Completed, at once/ })).toBeDefined();
    view.unmount();
    open(graph, { owner: "kept" });
    expect(screen.getByRole("button", { name: /Scenario 2: Completed, at once/ })).toBeDefined();
  });

  test("are duplicated, renamed and deleted", async () => {
    const user = userEvent.setup();
    open();
    const menu = async (item: string): Promise<void> => {
      await user.click(screen.getByRole("button", { name: /^More for/ }));
      await user.click(await screen.findByRole("menuitem", { name: item }));
    };
    await menu("Duplicate");
    await menu("Rename");
    const name = await screen.findByRole("textbox", { name: "Name of the scenario" });
    await user.clear(name);
    await user.type(name, "Silent{Enter}");
    expect(screen.getByRole("button", { name: /^Silent: / })).toBeDefined();
    await menu("Delete");
    expect(screen.queryByRole("button", { name: /^Silent: / })).toBeNull();
    expect(screen.getByRole("button", { name: /^Scenario 1: / })).toBeDefined();
  });
});

describe("what cannot run", () => {
  test("a draft with a cycle says so", () => {
    const cycle: GraphDefinition = {
      version: 2,
      nodes: [
        { id: "start", type: "trigger" },
        { id: "a", type: "wait", config: { delaySeconds: 5 } },
        { id: "b", type: "wait", config: { delaySeconds: 5 } },
      ],
      edges: [
        { source: "start", target: "a" },
        { source: "a", target: "b" },
        { source: "b", target: "a" },
      ],
    };
    open(cycle);
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toMatch(/This draft cannot run yet.*circle/);
    expect(screen.queryByRole("slider")).toBeNull();
  });

  test("a deal that the automation's conditions keep out is said to", async () => {
    const conditions = { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 50_000 }] };
    open(graph, { automation: { conditions } });
    expect(screen.getByText("No run would start for this deal")).toBeDefined();
    expect(screen.getByText(/deal value is more than 50,000/)).toBeDefined();
  });
});
