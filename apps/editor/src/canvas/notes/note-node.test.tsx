import { act, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { ReactFlowProvider } from "@xyflow/react";
import { beforeAll, describe, expect, test } from "vitest";
import { useEditor } from "../../document/context.ts";
import { createEditorStore } from "../../document/editor-store.ts";
import { notesOf } from "../../document/notes/notes.ts";
import type { Note } from "../../document/notes/notes.ts";
import { graph, seeded } from "../../document/testing.ts";
import { createViewStore } from "../../document/view-store.ts";
import { loadLaterTexts } from "../../i18n/texts.ts";
import { EditorAround } from "../../testing/editor-around.tsx";
import { NoteNode } from "./note-node.tsx";

beforeAll(loadLaterTexts);

const note: Note = { id: "n1", kind: "note", text: "Ask Ana", x: 0, y: 0, width: 200, height: 100, color: "blue" };
const inAll = ({ definition }: { definition: Parameters<typeof notesOf>[0] }) => notesOf(definition);

function Notes() {
  return useEditor(inAll).map((each) => <NoteNode key={each.id} data={{ note: each }} />);
}

function open(kept: Partial<Note> = {}, readOnly = false) {
  const notes = [{ ...note, ...kept }];
  const definition = graph("t>a", { t: { type: "trigger", config: { ui: { notes } } } });
  const store = createEditorStore({ definition, random: seeded(), readOnly });
  const view = createViewStore("canvas");
  render(
    <EditorAround store={store} view={view}>
      <ReactFlowProvider>
        <Notes />
      </ReactFlowProvider>
    </EditorAround>,
  );
  return { user: userEvent.setup(), view, store, notes: () => notesOf(store.getState().definition) };
}

const body = (name = "Note: Ask Ana") => screen.getByRole("button", { name });

describe("by keyboard alone", () => {
  test("Tab comes to it by its text, Enter writes with line breaks, Escape leaves it written", async () => {
    const { user, notes, view } = open();
    await user.tab();
    expect(document.activeElement).toBe(body());
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Text of the note" }));
    await user.keyboard("Call{Enter}first{Escape}");
    expect(notes()[0]?.text).toBe("Call\nfirst");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(view.getState().focus).toMatchObject({ target: "node", nodeId: "n1" });
  });

  test("the title of a frame is one line, which Enter ends", async () => {
    const { user, notes } = open({ kind: "frame", text: "" });
    await user.tab();
    await user.keyboard("{Enter}Follow up{Enter}");
    expect(notes()[0]?.text).toBe("Follow up");
    expect(body("Frame: Follow up")).toBeTruthy();
  });

  test("Alt and arrows move it, in one step of the history", async () => {
    const { user, notes, store } = open();
    await user.tab();
    await user.keyboard("{Alt>}{ArrowRight}{ArrowDown}{ArrowDown}{/Alt}");
    expect(notes()[0]).toMatchObject({ x: 20, y: 40 });
    expect(store.getState().history.past).toHaveLength(1);
  });

  test("Delete removes it, Ctrl D puts a copy beside it", async () => {
    const { user, notes } = open();
    await user.tab();
    await user.keyboard("{Control>}d{/Control}");
    expect(notes().map(({ text, x }) => [text, x])).toEqual([
      ["Ask Ana", 0],
      ["Ask Ana", 24],
    ]);
    await user.keyboard("{Delete}");
    expect(notes().map(({ x }) => x)).toEqual([24]);
  });

  test("arrows at its corner change its size, and its menu is asked for by a button", async () => {
    const { user, notes, view } = open();
    screen.getByRole("button", { name: /Change the size/ }).focus();
    await user.keyboard("{ArrowRight}{ArrowUp}");
    expect(notes()[0]).toMatchObject({ width: 220, height: 80 });
    screen.getByRole("button", { name: "What to do with the note" }).focus();
    await user.keyboard("{Enter}");
    expect(view.getState().asking).toMatchObject({ kind: "menu", on: { noteId: "n1" } });
  });
});

test("one that was just added is written at once", () => {
  const { view } = open({ text: "" });
  act(() => view.getState().wantFocus("note", "n1"));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Text of the note" }));
  act(() => screen.getByRole("textbox").blur());
  expect([view.getState().focus, screen.queryByRole("textbox")]).toEqual([null, null]);
});

test("where nothing is edited it is there to be read", async () => {
  const { user, notes } = open({}, true);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("note", { name: "Note: Ask Ana" }).textContent).toBe("Ask Ana");
  await user.tab();
  await user.keyboard("{Enter}{Delete}");
  expect(notes()).toHaveLength(1);
});
