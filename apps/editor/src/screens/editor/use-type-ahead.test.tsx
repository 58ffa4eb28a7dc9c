import { cleanup, fireEvent, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { createViewStore } from "../../document/view-store.ts";
import type { Asking } from "../../document/view-store.ts";
import type { EditorServices } from "../../document/context.ts";
import { useTypeAhead } from "./use-type-ahead.ts";

afterEach(cleanup);

const PALETTE: Asking = { kind: "commands" };

/** A field of the editor, the window of a question, and a page around both. */
function editor(asking: Asking | null) {
  const view = createViewStore("canvas");
  view.getState().set({ asking });
  function Harness() {
    const root = useRef<HTMLDivElement>(null);
    useTypeAhead(root, { view } as EditorServices);
    return (
      <>
        <div ref={root}>
          <input data-testid="field" />
        </div>
        <div data-asking>
          <input data-testid="question" />
        </div>
        <input data-testid="host" />
      </>
    );
  }
  const { getByTestId } = render(<Harness />);
  const type = (place: string, ...keys: string[]): void => {
    for (const key of keys) fireEvent.keyDown(getByTestId(place), { key });
  };
  return { view, type, typed: () => view.getState().typed };
}

test("letters typed before the question stands are kept for it", () => {
  const { type, typed } = editor(PALETTE);
  type("field", "w", "a", "x", "Backspace", "i");
  expect(typed()).toBe("wai");
});

test("letters typed before the palette stands on a small screen are kept for it, and not for the next time", () => {
  const { type, typed, view } = editor(null);
  view.getState().set({ sheet: "palette" });
  type("field", "w", "a");
  expect(typed()).toBe("wa");
  type("field", "Escape");
  expect([view.getState().sheet, typed()]).toEqual([null, ""]);
});

test("Escape gives the question up, and what was typed with it", () => {
  const { type, typed, view } = editor(PALETTE);
  type("field", "w", "Escape");
  expect([view.getState().asking, typed()]).toEqual([null, ""]);
});

test.each<[situation: string, asking: Asking | null, place: string, key: string]>([
  ["nothing is asked", null, "field", "w"],
  ["the question has the focus", PALETTE, "question", "w"],
  ["the page around the editor is typed in", PALETTE, "host", "w"],
  ["the keyboard help takes no letters", { kind: "help" }, "field", "w"],
  ["a key types nothing", PALETTE, "field", "ArrowDown"],
])("nothing is kept where %s", (_, asking, place, key) => {
  const { type, typed } = editor(asking);
  type(place, key);
  expect(typed()).toBe("");
});
