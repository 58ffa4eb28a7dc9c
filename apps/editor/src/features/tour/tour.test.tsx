import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { deviceStore } from "../../browser/storage.ts";
import { Tour } from "./tour.tsx";
import { useTour } from "./use-tour.ts";

const forget = () => deviceStore.remove("trilho.tour");
beforeEach(forget);
afterEach(forget);

function Page() {
  const { open, start, end } = useTour();
  return (
    <>
      <button type="button" data-tour="simulate">
        Simulate
      </button>
      <button type="button" onClick={start}>
        Help
      </button>
      <Tour open={open} onEnd={end} />
    </>
  );
}

it("opens by itself, says three things, and never opens by itself again", async () => {
  const user = userEvent.setup();
  const { unmount } = render(<Page />);
  for (const count of ["1 of 3", "2 of 3"]) {
    expect(screen.getByText(count)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Next" }));
  }
  expect(screen.getByRole("button", { name: "Simulate" }).hasAttribute("data-pointed-at")).toBe(true);
  await user.click(screen.getByRole("button", { name: "Got it" }));
  expect(screen.getByRole("button", { name: "Simulate" }).hasAttribute("data-pointed-at")).toBe(false);
  unmount();
  render(<Page />);
  expect(screen.queryByTestId("tour")).toBeNull();
});

it.each([
  [
    "its cross",
    (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("button", { name: "Skip the tour" })),
  ],
  [
    "Escape",
    async (user: ReturnType<typeof userEvent.setup>) => {
      screen.getByRole("button", { name: "Next" }).focus();
      await user.keyboard("{Escape}");
    },
  ],
])("is skipped for good by %s, and comes again when it is asked for", async (_, skip) => {
  const user = userEvent.setup();
  render(<Page />);
  await skip(user);
  expect(screen.queryByTestId("tour")).toBeNull();
  expect(deviceStore.get("trilho.tour")).toBe("seen");
  await user.click(screen.getByRole("button", { name: "Help" }));
  expect(screen.getByText("1 of 3")).toBeTruthy();
});
