import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { positionOf } from "../../document/document.ts";
import { createEditorStore } from "../../document/editor-store.ts";
import { graph, seeded } from "../../document/testing.ts";
import { EditorAround } from "../../testing/editor-around.tsx";
import { SelectionBar } from "./selection-bar.tsx";

const at = (x: number, y: number) => ({
  type: "wait" as const,
  config: { delaySeconds: 60, ui: { position: { x, y } } },
});

function open(readOnly = false) {
  const definition = graph("t>a>b>c", {
    t: { type: "trigger", config: { ui: { position: { x: 0, y: 0 } } } },
    a: at(10, 200),
    b: at(60, 400),
    c: at(300, 600),
  });
  const store = createEditorStore({ definition, random: seeded(), readOnly });
  render(
    <EditorAround store={store}>
      <SelectionBar />
    </EditorAround>,
  );
  const select = (...nodeIds: string[]): void => act(() => store.getState().select({ nodeIds }));
  return { store, select, user: userEvent.setup() };
}

const bar = () => screen.queryByRole("toolbar", { name: "Selected steps" });

test("it is there while several steps are selected that can be changed", () => {
  const { select } = open();
  expect(bar()).toBeNull();
  select("a");
  expect(bar()).toBeNull();
  select("a", "b");
  expect(bar()?.textContent).toContain("2 steps");
  select();
  expect(bar()).toBeNull();
});

test("of an automation that is only read it is not", () => {
  const { select } = open(true);
  select("a", "b");
  expect(bar()).toBeNull();
});

test("it aligns steps, as one step that can be undone", async () => {
  const { store, select, user } = open();
  select("a", "b", "c");
  await user.click(screen.getByRole("button", { name: /Arrange/ }));
  await user.click(await screen.findByRole("menuitem", { name: /Align left/ }));
  const left = () => store.getState().definition.nodes.map((node) => positionOf(node)?.x);
  expect(left()).toEqual([0, 10, 10, 10]);
  act(() => void store.getState().undo());
  expect(left()).toEqual([0, 10, 60, 300]);
});

const row = () => screen.findByRole("menuitem", { name: /Space out evenly down/ });

test("two steps cannot be spread evenly, three can", async () => {
  const { select, user } = open();
  select("a", "b");
  await user.click(screen.getByRole("button", { name: /Arrange/ }));
  expect((await row()).getAttribute("aria-disabled")).toBe("true");
  select("a", "b", "c");
  expect((await row()).getAttribute("aria-disabled")).not.toBe("true");
});

test("it duplicates what is selected, which then is selected", async () => {
  const { store, select, user } = open();
  select("a", "b");
  const [duplicate] = within(bar() ?? document.body).getAllByRole("button", { name: /Duplicate/ });
  if (!duplicate) throw new Error("There is no button to duplicate.");
  await user.click(duplicate);
  const { definition, selection } = store.getState();
  expect([definition.nodes.length, selection.nodeIds.length]).toEqual([6, 2]);
  expect(selection.nodeIds).not.toContain("a");
});

test("it deletes what is selected, heals the chain, and goes", async () => {
  const { store, select, user } = open();
  select("a", "b");
  await user.click(screen.getByRole("button", { name: /Delete/ }));
  const { definition } = store.getState();
  expect(definition.nodes.map(({ id }) => id)).toEqual(["t", "c"]);
  expect(definition.edges?.map(({ source, target }) => [source, target])).toEqual([["t", "c"]]);
  expect(bar()).toBeNull();
});
