import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addChannel } from "./testing/conversations.ts";
import { startTestApi, type TestApi } from "./testing/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await addChannel(api);
  const person = { phone: "+5511966660001", contactFirstName: "José", contactLastName: "Conceição" };
  await api.call("POST", "/deals", { json: { ...person, name: "Ação ÚNICA", company: { name: "São João Ltda" } } });
  await api.create({ name: "Ação de boas-vindas" });
  await api.call("POST", "/conversations/messages", { json: { to: person.phone, text: "Oi" } });
});
afterAll(() => api.app.close());

const found = async (path: string, search: string): Promise<number> =>
  (await api.call("GET", `${path}?search=${encodeURIComponent(search)}`)).body.data.items.length;

const SEARCHES = [
  ["/deals", "acao unica"],
  ["/deals", "AÇÃO"],
  ["/deals", "jose"],
  ["/deals", "Conceicao"],
  ["/deals", "jo"],
  ["/contacts", "jose"],
  ["/contacts", "CONCEIÇÃO"],
  ["/contacts", "conceicao"],
  ["/companies", "sao joao"],
  ["/companies", "São João"],
  ["/conversations", "jose"],
  ["/conversations", "José"],
  ["/automations", "acao de"],
  ["/automations", "AÇÃO"],
] as const;

describe("a search without regard to accents", () => {
  it.each(SEARCHES)("%s?search=%s", async (path, search) => {
    expect(await found(path, search)).toBe(1);
  });

  it("finds nothing else", async () => {
    expect(await found("/deals", "acaa")).toBe(0);
  });
});
