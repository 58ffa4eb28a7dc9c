import { render, screen } from "@testing-library/react";
import type { ConversationMessage } from "@trilho/api-client";
import { expect, it } from "vitest";
import { PhoneBubble } from "./phone-bubble.tsx";

const said = (status: string) =>
  ({ direction: "outbound", body: "Hi", status, errorMessage: null }) as ConversationMessage;

it.each([
  ["sent", true, "Kept in the outbox"],
  ["sent", false, "Sent"],
  ["delivered", true, "Delivered"],
])("a message that is %s says so, unless the outbox keeps it and nobody said more: %s", (status, isKept, words) => {
  const bubble = { message: said(status), isKept, buttons: [], reaction: "" };
  render(<PhoneBubble bubble={bubble} name="Ana" busy={false} onAnswer={() => undefined} />);
  expect(screen.getByText(words)).toBeTruthy();
});
