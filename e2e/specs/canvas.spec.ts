import type { Page } from "@playwright/test";
import { Notes } from "../pages/notes.ts";
import { expectNothingWrong, LOOKS } from "../support/axe.ts";
import type { Graph } from "../support/graphs.ts";
import { SMOKE, expect, test } from "../support/test.ts";

/** Beyond the rim of the window. */
const NOTE = { id: "n", kind: "note", text: "Agreed with the board", x: 3000, y: 0, width: 220, height: 140 };

/** A long automation with one of everything that a card has more to say of. */
const GRAPH: Graph = {
  version: 2,
  nodes: [
    { id: "t", type: "trigger", config: { ui: { notes: [NOTE] } } },
    {
      id: "size",
      type: "condition",
      condition: {
        branches: [
          {
            id: "big",
            label: "Large",
            query: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 10_000 }] },
          },
        ],
      },
    },
    {
      id: "ask",
      type: "action",
      actionType: "send_whatsapp",
      config: {
        text: "Hi {{ contact.firstName }}, shall we talk?",
        buttons: [{ id: "yes", label: "Yes" }],
        ui: { label: "Ask" },
      },
    },
    { id: "pause", type: "wait", config: { delaySeconds: 86_400, ui: { label: "Pause" } } },
    { id: "end", type: "end", config: { ui: { label: "Done" } } },
  ],
  edges: [
    { id: "e1", source: "t", target: "size" },
    { id: "e2", source: "size", target: "ask", sourceHandle: "branch_big" },
    { id: "e3", source: "size", target: "pause", sourceHandle: "fallback" },
    { id: "e4", source: "pause", target: "end" },
    { id: "e5", source: "ask", target: "end", sourceHandle: "btn_yes" },
  ],
};

const menu = (page: Page, name: string) =>
  page.getByRole("menu").getByRole("menuitem", { name: new RegExp(`^${name}`) });

test(
  "cards say what matters, and all is worked with where it stands",
  { tag: SMOKE },
  async ({ page, given, builder }) => {
    const { canvas } = builder;
    await given(GRAPH, { name: "Readable" });

    await test.step("cards have the rule in words and variables by name", async () => {
      await expect(canvas.root.getByText("Deal value ≥ 10,000")).toBeVisible();
      await expect(canvas.root.getByText("Contact’s first name").first()).toBeVisible();
      await expect(canvas.root).not.toContainText("{{");
    });

    await test.step("unused exits unfold, and fold again", async () => {
      await expect(canvas.openEnd("Ask", "No reply")).toHaveCount(0);
      await canvas.unfold("Ask");
      await expect(canvas.openEnd("Ask", "No reply")).toHaveAccessibleDescription(/nobody answers within 1 day/);
    });

    await test.step("a “+” that is dragged onto a step connects", async () => {
      await canvas.dragPlus("Ask", "No reply", "Pause");
      await expect(canvas.edge("Ask", "Pause", "No reply")).toBeAttached();
    });

    await test.step("the right button and Shift+F10 bring up what can be done", async () => {
      await canvas.step("Pause").click({ button: "right" });
      await expect(menu(page, "Duplicate")).toBeVisible();
      // Around it Base UI has guards of its own, which hand the focus on.
      await expectNothingWrong(page, '[role="menu"]', LOOKS);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toHaveCount(0);
      await expect(canvas.step("Pause")).toBeFocused();
      await page.keyboard.press("Shift+F10");
      await menu(page, "Delete").click();
      await expect(canvas.step("Pause")).toHaveCount(0);
    });

    await test.step("all changes are a list to go back to", async () => {
      await page.getByTestId("changes").click();
      await page.getByRole("button", { name: "As it was opened" }).click();
      await expect(canvas.step("Pause")).toBeVisible();
      await expect(canvas.edge("Ask", "Pause", "No reply")).toHaveCount(0);
    });

    await test.step("the search leads from match to match", async () => {
      await canvas.step("Done").focus();
      await page.keyboard.press("ControlOrMeta+f");
      const field = page.getByTestId("find-bar").getByRole("searchbox");
      await field.fill("first name");
      await expect(page.getByTestId("find-bar").getByRole("status")).toHaveText("1 of 1");
      await expect(canvas.step("Ask")).toHaveAttribute("aria-pressed", "true");
      await field.press("Escape");
      await expect(canvas.step("Ask")).toBeFocused();
    });

    await test.step("it finds notes as well, far from where one looks", async () => {
      const note = new Notes(page).note("Agreed with the board");
      await expect(note).not.toBeInViewport();
      await page.keyboard.press("ControlOrMeta+f");
      const field = page.getByTestId("find-bar").getByRole("searchbox");
      await field.fill("board");
      await expect(page.getByTestId("find-bar").getByRole("status")).toHaveText("1 of 1");
      await expect(note).toBeInViewport({ ratio: 1 });
      await expect(canvas.step("Ask")).toHaveAttribute("aria-pressed", "false");
      await field.press("Escape");
      await expect(note).toBeFocused();
    });

    await test.step("the name is edited in the heading and never empty", async () => {
      await builder.name.fill("");
      await builder.name.press("Enter");
      await expect(builder.name).toHaveValue("Readable");
      await builder.name.fill("Read across a desk");
      await builder.name.press("Enter");
      await expect(builder.undo).toHaveAccessibleName(/Rename the automation/);
    });
  },
);
