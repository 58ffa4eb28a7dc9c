import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { lazyPart } from "./lazy-part.tsx";
import type { LazyPartOptions } from "./lazy-part.tsx";
import { ReloadContext } from "./not-loaded.tsx";

afterEach(cleanup);

interface Props {
  open: boolean;
}

const Window = ({ open }: Props) => <p>{open ? "The window" : "Closed"}</p>;

/** Its code cannot be had while `offline` holds. */
function flaky(options: LazyPartOptions<Props> = {}) {
  const line = { offline: true };
  const part = lazyPart<Props>(async () => {
    if (line.offline) throw new TypeError("Failed to fetch dynamically imported module");
    return Promise.resolve(Window);
  }, options);
  return { line, ...part };
}

test("a part whose code cannot be had says so, and is there after another try", async () => {
  const { line, Part } = flaky();
  render(<Part open />);
  expect(await screen.findByRole("alert")).toBeDefined();
  line.offline = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("The window")).toBeDefined();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("it tries by itself once the connection is back", async () => {
  const { line, Part } = flaky();
  render(<Part open />);
  await screen.findByRole("alert");
  line.offline = false;
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByText("The window")).toBeDefined();
});

test("it tries by itself after a pause as well, without a word of the network", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { line, Part } = flaky();
  render(<Part open />);
  await screen.findByRole("alert");
  line.offline = false;
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(await screen.findByText("The window")).toBeDefined();
});

test("a part that failed while nobody looked is there when it is looked at after the network came back", async () => {
  const { line, Part, code } = flaky();
  expect(await code.load()).toBe(false);
  line.offline = false;
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(code.arrival().state).toBe("here"), 20_000);
  render(<Part open />);
  expect(screen.getByText("The window")).toBeDefined();
});

test("what a failed part stands in for stays, where the words lie over the page", async () => {
  const { Part } = flaky();
  render(<Part open fallback={<button>The menu</button>} />);
  await screen.findByRole("alert");
  expect(screen.getByRole("button", { name: "The menu" })).toBeDefined();
});

test("after a try in vain the page can be loaded anew, where that costs nothing", async () => {
  const { Part } = flaky();
  const reload = vi.fn();
  render(
    <ReloadContext value={reload}>
      <Part open />
    </ReloadContext>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await userEvent.click(await screen.findByRole("button", { name: "Load the page again" }));
  expect(reload).toHaveBeenCalledOnce();
});

test("who asked for it can give up", async () => {
  const { Part } = flaky();
  const onGiveUp = vi.fn();
  render(<Part open onGiveUp={onGiveUp} />);
  await userEvent.click(await screen.findByRole("button", { name: "Close" }));
  expect(onGiveUp).toHaveBeenCalledOnce();
});

test("what is not wanted any more is not missed", async () => {
  const { Part } = flaky({ wanted: ({ open }) => open });
  const { rerender } = render(<Part open />);
  await screen.findByRole("alert");
  rerender(<Part open={false} />);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what only adds to the page stays away quietly", async () => {
  const { Part, code } = flaky({ missing: "nowhere", fallback: <p>On its way</p> });
  render(<Part open />);
  expect(await code.load()).toBe(false);
  await vi.waitFor(() => expect(screen.queryByText("On its way")).toBeNull(), 20_000);
  expect(screen.queryByRole("alert")).toBeNull();
});
