import { createClient, type DealListItem } from "@trilho/api-client";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { GivenClient } from "../data/client-provider.tsx";
import { DealPicker } from "./deal-picker.tsx";

const DEALS = ["Solar kit", "Roof repair"].map((name, index) => ({ id: `d${index}`, seq: index + 1, name }));

/** A service that finds deals by their names. */
const client = createClient({
  baseUrl: "https://crm.example/api/v1",
  apiKey: "trk_test_key",
  fetch: async (input) => {
    const search = new URL(String(input)).searchParams.get("search")?.toLowerCase() ?? "";
    const items = DEALS.filter(({ name }) => name.toLowerCase().includes(search));
    return Response.json({ data: { items, nextCursor: null, hasMore: false }, message: null });
  },
});

function Held() {
  const [deal, setDeal] = useState<DealListItem | null>(null);
  return <DealPicker label="Deal" value={deal} onChange={setDeal} />;
}

it("by keyboard, another deal is typed and taken after the first", async () => {
  const user = userEvent.setup();
  render(
    <GivenClient client={client}>
      <Held />
    </GivenClient>,
  );
  const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Deal" });
  expect(field.placeholder).toBe("Name, contact, phone or #number");
  const take = async (typed: string, name: string) => {
    await user.keyboard(typed);
    expect(field.value).toBe(typed);
    await screen.findByRole("option", { name: new RegExp(name) });
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(1));
    await user.keyboard("{Enter}");
    await waitFor(() => expect(field.value).toBe(name));
  };
  await user.tab();
  await take("solar", "Solar kit");
  await user.tab({ shift: true });
  await user.tab();
  await take("roof", "Roof repair");

  await user.keyboard("{Control>}a{/Control}");
  await take("sol", "Solar kit");
});
