import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Message } from "../../simulation/messages.ts";
import { MessageBubble } from "./message-bubble.tsx";

const MESSAGE: Message = {
  direction: "outbound",
  channel: "whatsapp",
  subject: "",
  preview: "",
  text: "Hi *Ana*, <b>now</b>",
  attachment: "",
  buttons: [],
  pressed: false,
  failed: false,
  broken: false,
};

it.each<[string, Partial<Message>, string[]]>([
  ["a message of WhatsApp", {}, ["Ana"]],
  ["an answer by WhatsApp", { direction: "inbound" }, ["Ana"]],
  ["an e-mail, which knows no marks", { channel: "email" }, []],
  ["a button that was pressed", { direction: "inbound", pressed: true }, []],
])("%s shows its marks as its channel does", (_, change, bold) => {
  const { container } = render(<MessageBubble message={{ ...MESSAGE, ...change }} />);
  expect([...container.querySelectorAll("p strong")].map(({ textContent }) => textContent)).toEqual(bold);
  expect(container.querySelector("b")).toBeNull();
});
