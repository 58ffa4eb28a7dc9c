import { cleanup, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { graph } from "../store/testing.ts";
import { AutomationEditor } from "./AutomationEditor.tsx";
import type { AutomationEditorProps } from "./props.ts";

class NoResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeEach(() => {
  vi.stubGlobal("innerWidth", 400);
  vi.stubGlobal("ResizeObserver", NoResizeObserver);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (props: Partial<AutomationEditorProps> = {}) =>
  render(
    <StrictMode>
      <AutomationEditor value={graph("t>a")} onChange={() => undefined} {...props} />
    </StrictMode>,
  );

const scopes = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(".trilho")];

test("the editor and what pops up of it have the same theme and language", () => {
  open({ theme: { scheme: "dark", tokens: { "--color-accent": "#7c3aed" } } });
  expect(scopes()).toHaveLength(2);
  for (const scope of scopes()) {
    expect(scope.dataset["theme"]).toBe("dark");
    expect(scope.style.getPropertyValue("--color-accent")).toBe("#7c3aed");
    expect(scope.lang).toBe("en");
  }
});

test("a theme that was taken back leaves no token", () => {
  const { rerender } = open({ theme: { tokens: { "--color-accent": "#7c3aed" } } });
  rerender(
    <StrictMode>
      <AutomationEditor value={graph("t>a")} onChange={() => undefined} theme="light" />
    </StrictMode>,
  );
  expect(scopes().map(({ style }) => style.getPropertyValue("--color-accent"))).toEqual(["", ""]);
});

test("nothing is left of it when it is gone", () => {
  const { unmount } = open();
  unmount();
  expect(scopes()).toHaveLength(0);
});

test.each([
  ["nothing", null, "There is no automation to draw yet."],
  ["text", "graph", "It needs a list of nodes with ids of their own, and edges with two ends. It stays as it is."],
])("a value that is %s is said not to be drawable", (_name, value, words) => {
  open({ value: value as unknown as AutomationEditorProps["value"] });
  expect(screen.getByText(words)).toBeDefined();
});
