import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { GraphDefinition } from "@trilho/engine";
import { useState } from "react";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AutomationEditor } from "../../screens/editor/automation-editor.tsx";
import { loadParts } from "../../screens/editor/lazy-parts.tsx";
import { pageToasts } from "../../ui/dialogs/toast.ts";
import { graph, wires } from "../../document/testing.ts";
import type { HostCommand } from "../../document/host-command.ts";

beforeAll(loadParts);
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("innerWidth", 400);
});

/** Of a page without a workspace: nothing is asked of it. */
const queries = new QueryClient();
const latest = { definition: graph("t") };

function Harness({ start, commands }: { start: GraphDefinition; commands: readonly HostCommand[] }) {
  const [value, setValue] = useState(start);
  const take = (next: GraphDefinition): void => {
    latest.definition = next;
    setValue(next);
  };
  return (
    <QueryClientProvider client={queries}>
      <div data-editor-page>
        <AutomationEditor value={value} onChange={take} commands={commands} />
      </div>
    </QueryClientProvider>
  );
}

function open(start: GraphDefinition, commands: readonly HostCommand[] = []) {
  latest.definition = start;
  render(<Harness start={start} commands={commands} />);
  return userEvent.setup();
}

const typed = async (user: ReturnType<typeof userEvent.setup>, text: string): Promise<string[]> => {
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByRole("combobox", { name: "Commands" }), text);
  return screen.getAllByRole("option").map(({ textContent }) => textContent);
};

describe("the command palette", () => {
  test("finds a step to add and adds it behind the selected one", async () => {
    const user = open(graph("t>a"));
    const found = await typed(user, "round");
    expect(found[0]).toContain("Round robin");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(latest.definition.nodes).toHaveLength(3));
  });

  test("leads to a step by its name, whatever accents it has", async () => {
    const user = open(
      graph("t>a", { a: { type: "wait", config: { delaySeconds: 60, ui: { label: "Última espera" } } } }),
    );
    expect((await typed(user, "ultima"))[0]).toContain("Última espera");
    await user.keyboard("{Enter}");
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("treeitem", { name: /^Última espera, step/ })),
    );
  });

  test("offers what the page around it can do, and its keys work in text fields too", async () => {
    const publish = vi.fn<() => void>();
    const user = open(graph("t"), [
      { id: "publish", label: "Publish", section: "automation", keys: ["mod+s", "mod+z"], run: publish },
    ]);
    expect((await typed(user, "publish"))[0]).toBe("PublishCtrl+S");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(publish).toHaveBeenCalledOnce());
    await user.keyboard("{Control>}s{/Control}");
    expect(publish).toHaveBeenCalledTimes(2);
    // The editor's own keys stay its own.
    await user.keyboard("{Control>}z{/Control}");
    expect(publish).toHaveBeenCalledTimes(2);
  });

  test("lists what was chosen last first, and nothing that cannot be done", async () => {
    const user = open(graph("t>a"));
    await typed(user, "simulate");
    await user.keyboard("{Enter}");
    await screen.findByRole("tab", { name: "Run" });
    await user.keyboard("{Control>}k{/Control}");
    const options = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
    expect(options[0]).toContain("Back to building");
    expect(options.filter((option) => /^(?:Undo|Align|Fix|Duplicate)/.test(option))).toEqual([]);
  });
});

describe("a fix", () => {
  const broken = graph("t>w>e", { w: { type: "wait", config: { delaySeconds: 1 } }, e: { type: "end" } });

  test("says what it changes before it changes anything, and can be left alone", async () => {
    const user = open(broken);
    await typed(user, "fix wait 5");
    await user.keyboard("{Enter}");
    const preview = await screen.findByTestId("fix-preview");
    expect(preview.textContent).toContain("“Wait 1 second” becomes “Wait 5 seconds”");
    expect(latest.definition).toBe(broken);
    await user.keyboard("{Escape}");
    expect(screen.queryByTestId("fix-preview")).toBeNull();
    expect(latest.definition).toBe(broken);
  });

  test("is made at a press, as one step that can be undone", async () => {
    const user = open(broken);
    await typed(user, "fix wait 5");
    await user.keyboard("{Enter}");
    const preview = await screen.findByTestId("fix-preview");
    await user.click(within(preview).getByRole("button", { name: "Fix" }));
    expect(latest.definition.nodes[1]?.config).toEqual({ delaySeconds: 5 });
    await user.keyboard("{Control>}z{/Control}");
    expect(latest.definition).toEqual(broken);
  });
});

describe("the sentences", () => {
  test("share the selection, open the settings and delete like the other views", async () => {
    const user = open(graph("t>a>b"));
    await user.click(screen.getByRole("button", { name: "Sentences" }));
    const phrases = within(await screen.findByTestId("sentences")).getAllByRole("button");
    expect(phrases.map(({ textContent }) => textContent)).toEqual([
      "When the automation starts",
      "wait 1 min",
      "wait 1 min",
    ]);
    phrases[0]?.focus();
    await user.keyboard("{ArrowDown}");
    expect(phrases[1]?.getAttribute("aria-pressed")).toBe("true");
    await user.keyboard("{Delete}");
    expect(wires(latest.definition)).toEqual(["t.next>b"]);
  });
});

test("what cannot be pasted is said, and changes nothing", () => {
  const error = vi.fn<(title: string, options?: { description?: unknown }) => void>();
  const stop = pageToasts.draw({ error } as unknown as Parameters<typeof pageToasts.draw>[0]);
  const start = graph("t>a");
  open(start);
  fireEvent.paste(document.body, { clipboardData: { getData: () => "hello" } });
  expect(error).toHaveBeenCalledWith("Nothing was pasted", {
    description: "The clipboard holds text, and no steps of an automation.",
  });
  expect(latest.definition).toBe(start);
  stop();
});
