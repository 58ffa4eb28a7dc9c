import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { loadAll } from "../loading/on-demand.ts";
import { Dialog } from "./dialog.tsx";
import { Menu, menuCode } from "./menu.tsx";
import { Popover, popoverCode } from "./popover.tsx";

beforeAll(async () => void (await loadAll([menuCode, popoverCode])));
afterEach(cleanup);

function Opening() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <p>{open ? "It is open" : "It is closed"}</p>
      <Dialog open={open} onOpenChange={setOpen} title="Asked">
        <button>Yes</button>
      </Dialog>
    </>
  );
}

/** A press as the browser tells it: `detail` counts the clicks in a row. */
function press(target: Element, detail: number): void {
  fireEvent.pointerDown(target, { detail, pointerType: "mouse" });
  fireEvent.mouseDown(target, { detail });
  fireEvent.pointerUp(target, { detail, pointerType: "mouse" });
  fireEvent.mouseUp(target, { detail });
  fireEvent.click(target, { detail });
}

const backdrop = (): Element => {
  const found = document.querySelector("[class*=backdrop]");
  if (found === null) throw new Error("There is no backdrop.");
  return found;
};

describe("the second half of a double click", () => {
  test("does not close the dialog that the first half opened; a click beside it does", async () => {
    render(<Opening />);
    press(screen.getByRole("button", { name: "Open" }), 1);
    await screen.findByRole("dialog");
    press(backdrop(), 2);
    expect(screen.getByText("It is open")).toBeTruthy();
    press(backdrop(), 1);
    expect(screen.getByText("It is closed")).toBeTruthy();
  });

  test("leaves a popover open", async () => {
    render(
      <Popover title="Filter" trigger={<button>Filter</button>}>
        Shown
      </Popover>,
    );
    press(screen.getByRole("button", { name: "Filter" }), 1);
    await screen.findByRole("dialog");
    press(screen.getByRole("button", { name: "Filter" }), 2);
    expect(screen.getByRole("dialog")).toBeTruthy();
    press(screen.getByRole("button", { name: "Filter" }), 1);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  test("leaves a menu open", async () => {
    render(<Menu trigger={<button>More</button>} items={[{ label: "Copy", onSelect: () => undefined }]} />);
    press(screen.getByRole("button", { name: "More" }), 1);
    await screen.findByRole("menu");
    press(screen.getByRole("button", { name: "More" }), 2);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(screen.getByRole("menu")).toBeTruthy();
    press(screen.getByRole("button", { name: "More" }), 1);
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  });
});
