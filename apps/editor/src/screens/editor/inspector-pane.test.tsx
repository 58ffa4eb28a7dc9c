import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createEditorStore } from "../../document/editor-store.ts";
import { graph, seeded } from "../../document/testing.ts";
import { EditorAround } from "../../testing/editor-around.tsx";
import { InspectorPane } from "./inspector-pane.tsx";

it.each([
  [false, "Copy, move or delete them together."],
  [true, "Copy them to use them elsewhere."],
])("of several steps says what can be done with them; read-only: %s", (readOnly, hint) => {
  const store = createEditorStore({ definition: graph("t>a>b"), random: seeded(), readOnly });
  store.getState().select({ nodeIds: ["a", "b"], edgeKeys: [] });
  render(
    <EditorAround store={store}>
      <InspectorPane />
    </EditorAround>,
  );
  expect(screen.getByText(hint)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Delete 2 steps" }) === null).toBe(readOnly);
});
