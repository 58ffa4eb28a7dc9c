import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { deleteNodes } from "../../document/commands/remove.ts";
import { createEditorStore } from "../../document/editor-store.ts";
import { graph } from "../../document/testing.ts";
import { EditorAround } from "../../testing/editor-around.tsx";
import { ChangeList } from "./change-list.tsx";

const start = graph("t>a>b>c");

function open() {
  const store = createEditorStore({ definition: start });
  for (const id of ["a", "b", "c"]) store.getState().run(deleteNodes([id]));
  render(
    <EditorAround store={store}>
      <ChangeList onDone={() => {}} />
    </EditorAround>,
  );
  return { store, user: userEvent.setup() };
}

const rows = (): HTMLElement[] => screen.getAllByRole("button");
const current = (): number => rows().findIndex((row) => row.getAttribute("aria-current") === "step");
const left = ({ store }: ReturnType<typeof open>): number => store.getState().definition.nodes.length;

afterEach(cleanup);

describe("the list of changes", () => {
  it("has every change by its name, the newest first, and where it began", () => {
    open();
    expect(rows()).toHaveLength(4);
    expect(rows()[0]?.textContent).toMatch(/^Delete /);
    expect(rows().at(-1)?.textContent).toBe("As it was opened");
    expect(document.activeElement).toBe(rows()[0]);
  });

  it("goes back over several changes and forward again", async () => {
    const opened = open();
    await opened.user.click(rows()[2] as HTMLElement);
    expect([left(opened), current()]).toEqual([3, 2]);
    await opened.user.click(rows().at(-1) as HTMLElement);
    expect(opened.store.getState().definition).toEqual(start);
    await opened.user.click(rows()[0] as HTMLElement);
    expect([left(opened), current()]).toEqual([1, 0]);
  });

  it("is walked by arrow keys", async () => {
    const opened = open();
    await opened.user.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}{Enter}");
    expect([left(opened), current()]).toEqual([2, 1]);
  });
});
