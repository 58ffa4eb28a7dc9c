import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createCanvasLink, EditorContext } from "../../document/context.ts";
import { createEditorStore } from "../../document/editor-store.ts";
import { graph, seeded } from "../../document/testing.ts";
import { createViewStore } from "../../document/view-store.ts";
import { useTexts } from "../../i18n/use-text.ts";
import { pageToasts } from "../../ui/dialogs/toast.ts";
import { InspectorPane } from "./inspector-pane.tsx";

it.each([
  [false, "Copy, move or delete them together."],
  [true, "Copy them to use them elsewhere."],
])("of several steps says what can be done with them; read-only: %s", (readOnly, hint) => {
  const store = createEditorStore({ definition: graph("t>a>b"), random: seeded(), readOnly });
  store.getState().select({ nodeIds: ["a", "b"], edgeKeys: [] });
  function Pane() {
    const texts = useTexts();
    const services = {
      store,
      view: createViewStore("canvas"),
      canvas: createCanvasLink(),
      host: { current: [] },
      root: () => null,
      texts,
      toast: pageToasts.toast,
    };
    return (
      <EditorContext value={services}>
        <InspectorPane />
      </EditorContext>
    );
  }
  render(<Pane />);
  expect(screen.getByText(hint)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Delete 2 steps" }) === null).toBe(readOnly);
});
