import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ClientProvider } from "../../data/client-provider.tsx";
import { ContractServer, refusal } from "../../testing/contract-server.ts";
import { runOf } from "../../testing/run.ts";
import { SwitchOff } from "./switch-off.tsx";
import type { Meant } from "./use-bulk.ts";

const server = new ContractServer();
beforeEach(async () => {
  server.instead = null;
  await server.start();
});
afterEach(() => server.stop());

const meant: Meant = [
  { id: "a1", name: "Welcome" },
  { id: "a2", name: "Remind" },
];

/** Wants both off; in each so many runs wait. */
function want(...waiting: readonly number[]) {
  for (const [index, { id }] of meant.entries()) {
    const runs = Array.from({ length: waiting[index] ?? 0 }, (_, run) => `${id} ${run}`);
    server.runs.set(
      id,
      runs.map((runId) => runOf({ runId, status: "waiting" })),
    );
  }
  const [onOff, onClose] = [vi.fn<(all: Meant) => void>(), vi.fn<() => void>()];
  render(
    <ClientProvider session={server.session}>
      <SwitchOff {...{ meant, onOff, onClose }} />
    </ClientProvider>,
  );
  return { onOff, onClose };
}

it("asks once about all that are meant, with the sum of their runs", async () => {
  const { onOff, onClose } = want(1, 2);
  const dialog = await screen.findByRole("alertdialog", { name: "Turn 2 automations off?" });
  expect(dialog.textContent).toContain("3 runs wait.");
  expect(onOff).not.toHaveBeenCalled();
  await userEvent.click(within(dialog).getByRole("button", { name: "Turn off" }));
  expect(onOff).toHaveBeenCalledExactlyOnceWith(meant);
  expect(onClose).toHaveBeenCalled();
});

it("does not ask at a service that does not count", async () => {
  server.instead = refusal(404, "NOT_FOUND");
  const { onOff } = want(1, 2);
  await waitFor(() => expect(onOff).toHaveBeenCalledExactlyOnceWith(meant));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});
