import { render } from "@testing-library/react";
import type { OutboxItem } from "@trilho/api-client";
import { expect, it } from "vitest";
import { OutboxEntry } from "./outbox-entry.tsx";

const entry = (kind: OutboxItem["kind"], content: OutboxItem["content"]): OutboxItem => ({
  id: "o1",
  kind,
  content,
  channelId: null,
  contactId: null,
  contactName: null,
  to: "+5511999990000",
  source: null,
  createdAt: "2026-01-05T12:00:00Z",
});

it.each<[OutboxItem["kind"], OutboxItem["content"], string]>([
  [
    "whatsapp",
    { type: "text", text: { body: "*Hi* _you_ ~old~ `code` <i>raw</i>" } },
    "<strong>Hi</strong> <em>you</em> <s>old</s> <code>code</code> &lt;i&gt;raw&lt;/i&gt;",
  ],
  ["whatsapp", { type: "image", image: { caption: "*Look*" } }, "<strong>Look</strong>"],
  ["instagram", { text: "*Hi*" }, "*Hi*"],
  ["instagram_reply", { text: "*Thanks*" }, "*Thanks*"],
])("%s shows its text as people see it there: %j", (kind, content, html) => {
  const { container } = render(<OutboxEntry item={entry(kind, content)} />);
  expect(container.querySelector("figure > p:last-of-type")?.innerHTML).toBe(html);
});

it("leads to the contact, the deal and the run that it is of", () => {
  const source = { automationId: "a 1", automationName: "Welcome", runId: "r1", nodeId: "n", test: false };
  const item = {
    ...entry("whatsapp", { type: "text", text: { body: "Hi" } }),
    contactId: "c1",
    contactName: "Ana",
    source: { ...source, dealSeq: 42, dealName: "Solar kit" },
  };
  const { container } = render(<OutboxEntry item={item} />);
  const links = [...container.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Ana", "/contacts/c1"],
    ["Welcome", "/automations/a%201/runs/r1"],
    ["for “Solar kit”", "/deals/42"],
  ]);
});
