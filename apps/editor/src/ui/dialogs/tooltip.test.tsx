import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, test } from "vitest";
import { IconButton } from "../icon-button.tsx";
import { loadAll } from "../loading/on-demand.ts";
import { Menu, menuCode } from "./menu.tsx";
import { TooltipProvider } from "./tooltip.tsx";

beforeAll(async () => void (await loadAll([menuCode])));
afterEach(cleanup);

function open(): HTMLElement {
  render(
    <TooltipProvider>
      <IconButton label="Save" icon={null} />
      <Menu trigger={<IconButton label="More" icon={null} />} items={[{ label: "Copy", onSelect: () => undefined }]} />
    </TooltipProvider>,
  );
  return screen.getByRole("button", { name: "More" });
}

const shown = (words: string) => screen.queryByText(words, { ignore: "button" });

test("a tooltip goes when its button opens a menu, and does not come back over it", async () => {
  const more = open();
  fireEvent.pointerEnter(more, { pointerType: "mouse" });
  await waitFor(() => expect(shown("More")).toBeTruthy());
  fireEvent.keyDown(more, { key: "Enter" });
  await waitFor(() => expect(shown("More")).toBeNull());
  fireEvent.click(more);
  await screen.findByRole("menu");
  fireEvent.pointerEnter(screen.getByRole("button", { name: "More" }), { pointerType: "mouse" });
  fireEvent.pointerEnter(screen.getByRole("button", { name: "Save" }), { pointerType: "mouse" });
  await waitFor(() => expect(shown("Save")).toBeTruthy());
  fireEvent.pointerEnter(screen.getByRole("button", { name: "More" }), { pointerType: "mouse" });
  await waitFor(() => expect(shown("Save")).toBeNull());
  expect(shown("More")).toBeNull();
});
