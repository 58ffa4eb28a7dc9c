import { act, cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createClient } from "@trilho/api-client";
import { StrictMode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { stubWorkspace } from "../features/forms/testing/workspace.tsx";
import { graph } from "../document/testing.ts";
import { AutomationEditor } from "./automation-editor.tsx";
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

test("each editor on a page says what it has to say itself, in its own language", async () => {
  open({ locale: "pt-BR" });
  await screen.findByRole("button", { name: "Desfazer" });
  // The one that came last speaks English.
  open({ locale: "en" });
  const [portuguese, english] = document.querySelectorAll<HTMLElement>(".trilho-editor");
  if (!portuguese || !english) throw new Error("There are no two editors.");
  const paste = new Event("paste", { bubbles: true, cancelable: true });
  Object.assign(paste, { clipboardData: { getData: () => "hello" } });
  const target = portuguese.querySelector("section") ?? portuguese;
  // The clipboard answers when nothing has been pressed or drawn for a while.
  act(() => void target.dispatchEvent(paste));
  expect(await within(portuguese).findByText("Nada foi colado")).toBeDefined();
  expect(within(english).queryByText("Nada foi colado")).toBeNull();
});

test("a narrow column of a wide page is as narrow as a phone: the outline first, and a menu for what has no room", async () => {
  vi.stubGlobal("innerWidth", 1440);
  const measured = vi
    .spyOn(HTMLElement.prototype, "getBoundingClientRect")
    .mockReturnValue(new DOMRect(0, 0, 400, 600));
  const user = userEvent.setup();
  open();
  expect(screen.getByRole("button", { name: "Outline" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.queryByRole("button", { name: /^Redo/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "More commands" }));
  expect((await screen.findByRole("menuitem", { name: /^Redo/ })).getAttribute("aria-disabled")).toBe("true");
  await user.click(screen.getByRole("menuitem", { name: /commands/i }));
  expect(await screen.findByRole("combobox", { name: /command/i })).toBeDefined();
  measured.mockRestore();
});

const tagging = graph("t>a", { a: { type: "action", actionType: "add_tag", config: { tagIds: ["t1"] } } });

test("with a client, ids are shown by the names of its workspace, and pickers offer them", async () => {
  stubWorkspace();
  const client = createClient({ baseUrl: "http://crm.test", apiKey: "trk_test_0123456789abcdef0123456789abcdef" });
  const user = userEvent.setup();
  open({ value: tagging, client });
  await user.click(await screen.findByText(/VIP/));
  await user.keyboard("{Enter}");
  const tags = await screen.findByRole("combobox", { name: /Tags/ }, { timeout: 5000 });
  await user.click(tags);
  expect(await screen.findByRole("option", { name: "Hot" })).toBeDefined();
  expect(screen.queryByText("Not connected to a workspace")).toBeNull();
});

test("without a client, ids stay ids", async () => {
  open({ value: tagging });
  expect(screen.queryByText(/VIP/)).toBeNull();
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
