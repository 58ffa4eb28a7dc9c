import { expect, it } from "vitest";
import { loggedPath } from "./logged-path.ts";

it.each<[string, string | undefined, string]>([
  ["/api/v1/deals", "/api/v1/deals", "/api/v1/deals"],
  ["/api/v1/deals?search=Ana", "/api/v1/deals", "/api/v1/deals"],
  ["/api/v1/deals/1234567", "/api/v1/deals/:seq", "/api/v1/deals/1234567"],
  ["/api/v1/tags/1234567", "/api/v1/tags/:id", "/api/v1/tags/[hidden]"],
  ["/api/v1/tags/123456", "/api/v1/tags/:id", "/api/v1/tags/123456"],
  ["/conversations/%2B55%2011%2098765-4321/messages", undefined, "/conversations/[hidden]/messages"],
  ["/conversations/ana@example.com", undefined, "/conversations/[hidden]"],
  ["/conversations/ig:17841400000000000", undefined, "/conversations/[hidden]"],
  ["/runs/0189a5c2-1111-7222-8333-444455556666", undefined, "/runs/0189a5c2-1111-7222-8333-444455556666"],
  ["/conversations/%ff", undefined, "/conversations/[hidden]"],
  ["/hooks/automations/secret?x=1", "/hooks/automations/:token", "/hooks/automations/[redacted]"],
])("%s of the route %s is logged as %s", (url, route, expected) => {
  expect(loggedPath(url, route)).toBe(expected);
});
