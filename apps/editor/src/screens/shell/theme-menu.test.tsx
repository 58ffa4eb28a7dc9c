import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { setTheme } from "../../theme/theme.ts";
import { menuCode } from "../../ui/dialogs/menu.tsx";
import { ThemeMenu } from "./theme-menu.tsx";

afterEach(() => setTheme("system"));

const checked = async () => {
  const group = within(await screen.findByRole("menu")).getByRole("group");
  return within(group)
    .getAllByRole("menuitemradio")
    .map((item) => [item.textContent, item.getAttribute("aria-checked")]);
};

it("the theme is one choice of a radio group", async () => {
  await menuCode.load();
  const user = userEvent.setup();
  render(<ThemeMenu />);
  const open = () => user.click(screen.getByRole("button"));
  await open();
  expect(await checked()).toEqual([
    ["System", "true"],
    ["Light", "false"],
    ["Dark", "false"],
  ]);
  await user.click(screen.getByRole("menuitemradio", { name: "Dark" }));
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  await open();
  expect((await checked()).map(([, state]) => state)).toEqual(["false", "false", "true"]);
});
