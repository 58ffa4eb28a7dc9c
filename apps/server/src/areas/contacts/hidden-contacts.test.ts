import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf } from "../../app/testing/api.ts";
import { addChannel } from "../../app/testing/conversations.ts";
import { startDealApi, type DealApi } from "../../app/testing/deal-api.ts";
import { addMember, type TestMember } from "../../app/testing/deals.ts";

/*
 * Whoever knows the phone or e-mail of a contact out of sight comes by neither the contact nor its history with it.
 */

let api: DealApi;
/** A member who sees the own deals alone. */
let bob: TestMember;
beforeAll(async () => {
  api = await startDealApi();
  await addChannel(api);
  bob = await addMember(api, { name: "Bob", visibility: "own" });
});
afterAll(() => api.app.close());

let numbers = 11_960_000_000;
/** Somebody else's contact, without a name. */
let hidden: { phone: string; email: string; id: string; seq: number };
beforeEach(async () => {
  const phone = `+55${(numbers += 1)}`;
  const email = `${numbers}@example.com`;
  const { contactId: id, seq } = await api.make({ phone, email });
  expectSuccess(
    "sendMessage",
    await api.call("POST", "/conversations/messages", { json: { to: phone, text: "hush" } }),
  );
  hidden = { phone, email, id, seq };
});

const contact = async () => expectSuccess("getContact", await api.call("GET", `/contacts/${hidden.id}`));
const seenByBob = async () => ({
  history: (await bob.call("GET", `/conversations/${encodeURIComponent(hidden.phone)}/messages`)).status,
  contact: (await bob.call("GET", `/contacts/${hidden.id}`)).status,
  found: (await bob.call("GET", `/contacts?phone=${encodeURIComponent(hidden.phone)}`)).body.data.items.length,
  deals: await api.names("", bob.key),
});

const WISHES: [what: string, field: string, wish: () => object][] = [
  ["its phone", "phone", () => ({ phone: hidden.phone })],
  ["its phone, written another way", "phone", () => ({ phone: hidden.phone.replace("+5511", "(11) ") })],
  [
    "its phone, with a name and an e-mail",
    "phone",
    () => ({ ...named(), phone: hidden.phone, email: "b@example.com" }),
  ],
  ["its e-mail", "email", () => ({ email: hidden.email.toUpperCase() })],
];
const BELONGS_TO_ANOTHER = "belongs to a contact that this key's member may not see.";
const named = () => ({ contactFirstName: "Bob's", contactLastName: "Lead" });

describe("a contact out of sight", () => {
  it.each(WISHES)("is not had by a new deal with %s", async (_, field, wish) => {
    const before = { contact: await contact(), bob: await seenByBob() };
    const answer = await bob.call("POST", "/deals", { json: { ...wish(), stageId: api.other.stageId } });
    expect(answer).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", error: `This ${field === "phone" ? "phone" : "e-mail"} ${BELONGS_TO_ANOTHER}` },
    });
    expect({ contact: await contact(), bob: await seenByBob() }).toEqual(before);
    expect(before.bob).toMatchObject({ history: 404, contact: 404, found: 0 });
  });

  it("does not tell whether it has an open deal", async () => {
    const json = { phone: hidden.phone };
    const withOpenDeal = await bob.call("POST", "/deals", { json });
    await api.patch(hidden.seq, { stageId: api.won });
    const withNone = await bob.call("POST", "/deals", { json });
    expect([withNone.status, withNone.body.error]).toEqual([withOpenDeal.status, withOpenDeal.body.error]);
  });

  describe.each([
    ["without a contact", {}],
    ["with a contact of its own", { contactName: "Davi" }],
  ])("is not had by a deal %s", (_, body) => {
    it.each(WISHES)("that is given %s", async (_what, field, wish) => {
      const { seq } = await api.make({ ...body, stageId: api.other.stageId }, bob.key);
      const before = { contact: await contact(), bob: await seenByBob(), deal: await api.get(seq, bob.key) };
      const answer = await bob.call("PATCH", `/deals/${seq}`, { json: wish() });
      expect([answer.status, answer.body.code, fieldsOf(answer)]).toEqual([400, "VALIDATION_ERROR", [field]]);
      expect({ contact: await contact(), bob: await seenByBob(), deal: await api.get(seq, bob.key) }).toEqual(before);
    });
  });

  it("is not had by one of many who ask for it at the same time", async () => {
    const phone = `+55${(numbers += 1)}`;
    const body = { json: { phone, stageId: api.other.stageId } };
    const both = await Promise.all([bob.call("POST", "/deals", body), api.call("POST", "/deals", body)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const bobHasIt = both[0].status === 201;
    expect((await bob.call("GET", `/contacts?phone=${encodeURIComponent(phone)}`)).body.data.items).toHaveLength(
      bobHasIt ? 1 : 0,
    );
  });
});

const wishToShare = () => ({ ...named(), phone: hidden.phone, stageId: api.other.stageId });

describe("a contact in sight", () => {
  it("through a deal is had by another one, and gets what it lacks", async () => {
    await api.patch(hidden.seq, { coOwnerUserId: bob.id });
    expect(await api.make(wishToShare(), bob.key)).toMatchObject({ contactId: hidden.id });
    expect(await contact()).toMatchObject({ displayName: "Bob's Lead" });
  });

  it("is left as it is by a member without contacts.edit", async () => {
    const key = await api.workspace.addKey({ role: "member", deny: ["contacts.edit"] });
    const before = await contact();
    expect(await api.make(wishToShare(), key)).toMatchObject({ contactId: hidden.id });
    expect(await contact()).toEqual(before);
  });
});
