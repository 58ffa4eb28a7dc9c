import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { GraphDefinition } from "@trilho/engine";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useStore } from "zustand";
import { Connected, stubWorkspace } from "../forms/testing/workspace.tsx";
import { SimulatePanel } from "../../screens/editor/simulate-panel.tsx";
import { sessionOf } from "../../simulation/session.ts";
import { deleteEdges } from "../../document/commands/connect.ts";
import { createEditorStore } from "../../document/editor-store.ts";
import type { EditorStore } from "../../document/editor-store.ts";
import { savedScenarios } from "../../document/saved-scenarios.ts";
import { seeded } from "../../document/testing.ts";
import type { Overlay } from "../../document/view-store.ts";

beforeEach(() => stubWorkspace());
afterEach(() => vi.unstubAllGlobals());

const value = (operator: string, number: number) => ({
  combinator: "and",
  rules: [{ field: "deal.value", operator, value: number }],
});

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
          { id: "big", label: "Big", query: value(">=", 10_000) },
          { id: "huge", label: "Huge", query: value(">", 50_000) },
        ],
      },
    },
    { id: "pause", type: "wait", config: { delaySeconds: 3_600 } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "size" },
    { id: "e2", source: "size", target: "pause", sourceHandle: "branch_big" },
    { id: "e3", source: "size", target: "end", sourceHandle: "branch_huge" },
    { id: "e4", source: "size", target: "end", sourceHandle: "fallback" },
    { id: "e5", source: "pause", target: "end" },
  ],
};

let automations = 0;

function Panel({ store, id, tell }: { store: EditorStore; id: string; tell: (overlay: Overlay | null) => void }) {
  const definition = useStore(store, (state) => state.definition);
  return (
    <SimulatePanel
      definition={definition}
      owner={id}
      run={(command) => store.getState().run(command)}
      onOverlay={tell}
      onSelectNode={() => undefined}
      onClose={() => undefined}
    />
  );
}

/** Opens the tests of a document. */
function open(definition: GraphDefinition = graph) {
  automations += 1;
  const id = `tests${automations}`;
  sessionOf(id).setState({ tab: "tests" });
  const store = createEditorStore({ definition, random: seeded() });
  const overlays: (Overlay | null)[] = [];
  const view = render(<Panel store={store} id={id} tell={(overlay) => void overlays.push(overlay)} />, {
    wrapper: Connected,
  });
  return { store, overlays, view };
}

const make = (): Promise<HTMLElement> =>
  screen.findByRole("button", { name: /^Make \d tests? that covers? everything/ });
const tests = (): HTMLElement[] => within(screen.getByRole("list", { name: "Saved tests" })).getAllByRole("listitem");

describe("tests of an automation", () => {
  test("are made for all its ways at once, and one undo takes them back", async () => {
    const user = userEvent.setup();
    const { store } = open();
    expect(screen.getByText("No tests yet")).toBeDefined();
    await user.click(await make());
    await waitFor(() => expect(tests()).toHaveLength(2));
    expect(tests().map((item) => within(item).getAllByRole("button")[0]?.textContent)).toEqual([
      "Big: Passes",
      "Otherwise: Passes",
    ]);
    const { scenarios } = savedScenarios(store.getState().definition);
    expect(scenarios.map((each) => each.expect?.path)).toEqual([
      ["start", "size", "pause", "end"],
      ["start", "size", "end"],
    ]);
    act(() => void store.getState().undo());
    expect(await screen.findByText("No tests yet")).toBeDefined();
  });

  test("tell on the drawing what they leave out, and why nothing goes there", async () => {
    const user = userEvent.setup();
    const { overlays, view } = open();
    expect(overlays.at(-1)).toBeNull();
    await user.click(await make());
    await waitFor(() => expect(overlays.at(-1)?.edges.get("e2")).toEqual({ tone: "covered" }));
    expect(overlays.at(-1)?.edges.get("e3")).toEqual({ tone: "uncovered", label: "never taken" });
    expect(overlays.at(-1)?.nodes.get("pause")).toEqual({ tone: "covered" });
    expect(screen.getByText("A branch before it always holds first.")).toBeDefined();
    expect(screen.getByText("Every connection that a run can take is tested.")).toBeDefined();
    view.unmount();
    expect(overlays.at(-1)).toBeNull();
  });

  test("run again at every edit; a failing one says where it left its path, and the new one can be accepted", async () => {
    const user = userEvent.setup();
    const { store } = open();
    await user.click(await make());
    await waitFor(() => expect(tests()).toHaveLength(2));
    act(() => void store.getState().run(deleteEdges(["e5"])));
    expect(await screen.findByText(/^It ends after “Wait 1 h.*” and should go on to “End”\.$/)).toBeDefined();
    expect(await screen.findByRole("tab", { name: /Tests.*1 test fails/ })).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Accept the new path of “Big”" }));
    expect(await screen.findByText("All 2 tests pass")).toBeDefined();
    expect(store.getState().last?.label).toMatchObject({ code: "acceptScenario", text: "Big" });
  });

  test("that cannot be read are told, kept, and deleted on request", async () => {
    const user = userEvent.setup();
    const broken = { type: "trigger", config: { ui: { scenarios: [{ id: "x", name: "Old one", startAt: "?" }] } } };
    const { store } = open({ ...graph, nodes: [{ id: "start", ...broken } as never, ...graph.nodes.slice(1)] });
    expect(screen.getByText("1 test cannot be read")).toBeDefined();
    expect(screen.getByText("Its start is no point in time.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Delete “Old one”" }));
    await waitFor(() => expect(screen.queryByText("1 test cannot be read")).toBeNull());
    expect(store.getState().definition.nodes[0]?.config).toEqual({});
  });

  test("are saved from a run, tried with another deal, and updated", async () => {
    const user = userEvent.setup();
    const { store } = open();
    await user.click(screen.getByRole("tab", { name: "Run" }));
    await user.click(screen.getByRole("button", { name: "Save as test" }));
    expect(savedScenarios(store.getState().definition).scenarios[0]?.expect?.path).toContain("pause");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Save as test" })).toBeNull());
    await user.click(screen.getByRole("tab", { name: "Deal" }));
    const field = screen.getByRole("textbox", { name: "Deal value" });
    await user.clear(field);
    await user.type(field, "5");
    expect(screen.getByText("Differs from the saved test.")).toBeDefined();
    expect(savedScenarios(store.getState().definition).scenarios[0]?.facts.deal?.["value"]).toBe(12_000);
    await user.click(screen.getByRole("button", { name: "Update test" }));
    await waitFor(() => expect(screen.queryByText("Differs from the saved test.")).toBeNull());
    expect(savedScenarios(store.getState().definition).scenarios[0]).toMatchObject({
      facts: { deal: { value: 5 } },
      expect: { path: ["start", "size", "end"] },
    });
  });
});
