import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { GraphDefinition } from "@trilho/engine";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { deleteNodes } from "../../document/commands/remove.ts";
import { createEditorStore } from "../../document/editor-store.ts";
import { graph, seeded } from "../../document/testing.ts";
import { EditorAround } from "../../testing/editor-around.tsx";
import { AddMenu } from "./add-menu.tsx";
import { Palette } from "./palette.tsx";

const chainOf = (length: number): GraphDefinition =>
  graph(["t", ...Array.from({ length: length - 1 }, (_, index) => `s${index}`)].join(">"));

const MENU = <AddMenu spot={{ kind: "free" }} at={null} />;

function open(length: number, parts: ReactNode) {
  const store = createEditorStore({ definition: chainOf(length), random: seeded() });
  render(<EditorAround store={store}>{parts}</EditorAround>);
  return { store, user: userEvent.setup() };
}

const FULL = "An automation has at most 50 steps. Delete one to add another.";
const step = () => screen.getByRole<HTMLButtonElement>("button", { name: "Add tags" });

describe("the palette", () => {
  it("adds the fiftieth step, and then stops and says so", async () => {
    const { store, user } = open(49, <Palette />);
    expect(screen.queryByText(FULL)).toBeNull();
    await user.click(step());
    expect(store.getState().definition.nodes).toHaveLength(50);
    expect(screen.getByRole("status").textContent).toBe(FULL);
    expect(step().getAttribute("aria-disabled")).toBe("true");
    expect(document.activeElement).toBe(step());
    await user.click(step());
    expect(store.getState().definition.nodes).toHaveLength(50);
  });

  it("goes on once a step was deleted", async () => {
    const { store, user } = open(50, <Palette />);
    store.getState().run(deleteNodes(["s3"]));
    await screen.findByText(/^Click to add/);
    await user.click(step());
    expect(store.getState().definition.nodes).toHaveLength(50);
  });

  it("is not passed by the menu that asks what to add", () => {
    open(
      50,
      <>
        <Palette />
        {MENU}
      </>,
    );
    expect(screen.getAllByText(FULL)).toHaveLength(2);
    expect(screen.queryAllByRole("option")).toEqual([]);
  });
});

describe("looking for a step", () => {
  it.each(["ask a question", "buttons", "reply", "wait for an answer"])(
    "“%s” finds the message that asks",
    async (typed) => {
      const { user } = open(3, <Palette />);
      await user.type(screen.getByRole("searchbox"), typed);
      expect(screen.getByRole("button", { name: "Send WhatsApp" })).toBeTruthy();
      // The menu takes the focus when it opens.
      cleanup();
      open(3, MENU);
      await user.type(screen.getByRole("combobox"), typed);
      expect(screen.getByRole("option", { name: /^Send WhatsApp/ })).toBeTruthy();
    },
  );

  it("by other words comes after names", async () => {
    const { user } = open(3, MENU);
    await user.type(screen.getByRole("combobox"), "wait");
    expect(screen.getAllByRole("option").at(0)?.textContent).toContain("Wait");
    expect(screen.getAllByRole("option").length).toBeGreaterThan(1);
  });
});
