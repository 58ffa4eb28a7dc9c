import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connected, stubWorkspace } from "../forms/testing/workspace.tsx";
import { showLanguage } from "../../i18n/set-up.ts";
import { forgetPendingDraft, pendingDraft } from "../../document/draft/pending-draft.ts";
import { savedScenarios } from "../../document/saved-scenarios.ts";
import type { GraphDefinition } from "@trilho/engine";
import { Gallery } from "./gallery.tsx";
import { TEMPLATES } from "./templates.ts";

const media = (narrow: boolean) => (query: string) => ({
  matches: narrow && query.includes("max-width"),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
});

beforeEach(() => {
  stubWorkspace();
  window.history.replaceState(null, "", "/");
});
afterEach(async () => {
  forgetPendingDraft();
  vi.unstubAllGlobals();
  await showLanguage("en");
});

function open(narrow = false) {
  vi.stubGlobal("matchMedia", media(narrow));
  const onClose = vi.fn<() => void>();
  render(<Gallery open onClose={onClose} />, { wrapper: Connected });
  return { user: userEvent.setup(), onClose };
}

const list = () => screen.findByRole("list", { name: "Start from a template" });
const entries = async () => within(await list()).getAllByRole("button");
const nameOf = (index: number): string => TEMPLATES[index]?.words("en").name ?? "";

test("every template is listed, and the first is told in sentences", async () => {
  open();
  expect((await entries()).map((entry) => entry.querySelector("span")?.textContent)).toEqual(
    TEMPLATES.map((template) => template.words("en").name),
  );
  const preview = screen.getByRole("article", { name: nameOf(0) });
  expect(preview.textContent).toMatch(/When .*: /);
  expect(preview.textContent).toMatch(/\d+ tests/);
});

test("a search narrows the list by words of names, descriptions and topics", async () => {
  const { user } = open();
  const all = (await entries()).length;
  await user.type(screen.getByRole("searchbox"), "rating");
  const found = await entries();
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(all);
  await user.clear(screen.getByRole("searchbox"));
  await user.type(screen.getByRole("searchbox"), "qqqq");
  expect(screen.getByText(/qqqq/)).toBeDefined();
});

test("arrow keys lead from entry to entry, and Enter shows one", async () => {
  const { user } = open();
  const [first, second] = await entries();
  first?.focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(second);
  await user.keyboard("{Enter}");
  expect(screen.getByRole("article", { name: nameOf(1) })).toBeDefined();
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(document.activeElement).toBe(first);
});

test("what is chosen is handed to the builder with its tests, and nothing is stored", async () => {
  const { user, onClose } = open();
  await user.click((await entries())[2] ?? document.body);
  await user.click(screen.getByRole("button", { name: "Use this template" }));
  expect(onClose).toHaveBeenCalled();
  expect(window.location.pathname).toBe("/automations/new");
  const draft = pendingDraft();
  expect(draft?.settings.name).toBe(nameOf(2));
  expect(savedScenarios(draft?.definition as GraphDefinition).scenarios.length).toBeGreaterThan(0);
});

test("a need is filled from the workspace, and the draft has it", async () => {
  const { user } = open();
  const place = TEMPLATES.findIndex((template) => template.words("en").needs.some(({ kind }) => kind === "tag"));
  const need = TEMPLATES[place]?.words("en").needs.find(({ kind }) => kind === "tag");
  if (!need) throw new Error("No template needs a tag.");
  await user.click((await entries())[place] ?? document.body);
  await user.click(screen.getByRole("combobox", { name: need.label }));
  await user.click(await screen.findByRole("option", { name: "VIP" }));
  await user.click(screen.getByRole("button", { name: "Use this template" }));
  expect(JSON.stringify(pendingDraft()?.definition)).toContain('"t1"');
});

test("on a phone one template takes the place of the list, and leads back", async () => {
  const { user } = open(true);
  expect(screen.queryByRole("article")).toBeNull();
  await user.click((await entries())[1] ?? document.body);
  expect(screen.getByRole("article", { name: nameOf(1) })).toBeDefined();
  expect(screen.queryByRole("searchbox")).toBeNull();
  await user.click(screen.getByRole("button", { name: "All templates" }));
  expect(await entries()).toHaveLength(TEMPLATES.length);
});

test("in Portuguese the templates are Portuguese", async () => {
  await showLanguage("pt-BR");
  open();
  expect(await screen.findByRole("article", { name: TEMPLATES[0]?.words("pt-BR").name ?? "" })).toBeDefined();
});
