import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { GraphDefinition } from "@trilho/engine";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { graph, wires } from "../../document/testing.ts";
import { AutomationEditor } from "./automation-editor.tsx";
import { loadParts } from "./lazy-parts.tsx";

/** Where jsdom has no layout: what the menus ask of it. */
class NoResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// As they are once a page has been open for a moment.
beforeAll(loadParts);
beforeEach(() => {
  vi.stubGlobal("innerWidth", 400);
  vi.stubGlobal("ResizeObserver", NoResizeObserver);
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const latest = { definition: graph("t") };

function Harness({ start, readOnly }: { start: GraphDefinition; readOnly: boolean }) {
  const [value, setValue] = useState(start);
  const take = (next: GraphDefinition): void => {
    latest.definition = next;
    setValue(next);
  };
  return <AutomationEditor value={value} onChange={take} readOnly={readOnly} />;
}

function open(start: GraphDefinition, readOnly = false) {
  latest.definition = start;
  render(<Harness start={start} readOnly={readOnly} />);
  return userEvent.setup();
}

const row = (name: RegExp): HTMLElement => screen.getByRole("treeitem", { name });

test("a small screen opens with the outline", () => {
  open(graph("t>a"));
  expect(within(screen.getByRole("tree")).getAllByRole("treeitem")).toHaveLength(3);
});

test("steps are added by keyboard alone, and the new one has the focus", async () => {
  const user = open(graph("t"));
  row(/step 1 of 1/).focus();
  await user.keyboard("a");
  await user.keyboard("round{Enter}");
  const [trigger, added] = latest.definition.nodes;
  expect(added?.type).toBe("round_robin");
  expect(wires(latest.definition)).toEqual([`${trigger?.id}.next>${added?.id}`]);
  await vi.waitFor(() => expect(document.activeElement).toBe(row(/step 2 of 2/)), 20_000);
});

test("deleting closes the chain, and undo names what it brings back", async () => {
  const user = open(graph("t>a>b"));
  row(/step 2 of 3/).focus();
  await user.keyboard("{Delete}");
  expect(wires(latest.definition)).toEqual(["t.next>b"]);
  await user.click(screen.getByRole("button", { name: "Undo: Delete Wait 1 minute" }));
  expect(latest.definition).toEqual(graph("t>a>b"));
});

test("connecting offers the valid steps and says of the others why not", async () => {
  const user = open(graph("t>a>b"));
  row(/step 3 of 3/).focus();
  await user.keyboard("c");
  const refused = screen.getAllByRole("option").map((option) => option.textContent);
  expect(refused.join()).toContain("nothing leads into it");
  expect(screen.getAllByRole("option").every((option) => option.getAttribute("aria-disabled") === "true")).toBe(true);
});

test("read-only changes nothing", async () => {
  const user = open(graph("t>a"), true);
  row(/step 2 of 2/).focus();
  await user.keyboard("{Delete}a");
  expect(screen.queryByRole("option")).toBeNull();
  expect(latest.definition.nodes).toHaveLength(2);
});
