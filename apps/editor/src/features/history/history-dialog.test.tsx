import type { Automation, AutomationChange } from "@trilho/api-client";
import { render, screen } from "@testing-library/react";
import { afterEach, it, vi } from "vitest";
import { ClientProvider } from "../../data/client-provider.tsx";
import { HistoryDialog } from "./history-dialog.tsx";

afterEach(() => void vi.unstubAllGlobals());

const session = { baseUrl: "http://crm.test", apiKey: "trk_test_0123456789abcdef0123456789abcdef" };
const change = (id: string, fields: Partial<AutomationChange>): AutomationChange => ({
  id,
  type: "published",
  version: 1,
  runs: null,
  versionKept: true,
  note: null,
  by: { id: "u1", name: "Ana", apiKey: null },
  createdAt: "2026-11-21T12:00:00.000Z",
  ...fields,
});

/** A dialog over a history that a test adds to. */
function show(items: AutomationChange[]) {
  vi.stubGlobal("fetch", async () =>
    Response.json({ data: { items, nextCursor: null, hasMore: false }, message: null }),
  );
  const automation = { id: "a1", version: 1 } as Automation;
  const dialog = (open: boolean) => (
    <ClientProvider session={session}>
      <HistoryDialog
        {...{ open, automation }}
        onClose={vi.fn()}
        onOpen={vi.fn()}
        onCompare={vi.fn()}
        onRestore={null}
      />
    </ClientProvider>
  );
  const { rerender } = render(dialog(true));
  return (open: boolean) => rerender(dialog(open));
}

it("opened again has what was done since", async () => {
  const items = [change("1", {})];
  const set = show(items);
  await screen.findByText("Ana published version 1");
  set(false);
  items.unshift(change("2", { version: 2 }));
  set(true);
  await screen.findByText("Ana published version 2");
});

it.each<[Partial<AutomationChange>, string]>([
  [{ type: "runs-moved", version: 2, runs: 11 }, "Ana moved 11 waiting runs to version 2"],
  [{ type: "runs-ended", version: 2, runs: 1 }, "Ana ended 1 run that waited in an earlier version than 2"],
  [
    { type: "runs-moved-back", version: 2, runs: 11 },
    "Ana put 11 runs back from version 2 to the version they were in",
  ],
])("says what became of runs: %j", async (fields, words) => {
  show([change("1", fields)]);
  await screen.findByText(words);
});
