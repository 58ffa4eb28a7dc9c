import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fieldsOf } from "../../app/testing/api.ts";
import { startDealApi, type DealApi } from "../../app/testing/deal-api.ts";

let api: DealApi;
beforeAll(async () => {
  api = await startDealApi();
});
afterAll(() => api.app.close());

const refusal = async (body: object, key?: string) =>
  api.call("POST", "/deals", { json: body, ...(key !== undefined && { key }) });

describe("a new deal", () => {
  it("needs nothing: it starts in the first stage of the default pipeline, with the key's member", async () => {
    const deal = await api.make({});
    expect(deal).toMatchObject({
      name: `#${deal.seq}`,
      pipelineId: api.workspace.pipelineId,
      stageId: api.workspace.stageIds[0],
      contactId: null,
      companyId: null,
      value: 0,
      currency: "BRL",
      closeProbability: 0,
      source: "api",
      status: "open",
      closedAt: null,
      lostReason: null,
      customFields: {},
      tracking: null,
    });
    expect((await api.activities(deal.id)).map(({ type }) => type)).toEqual(["DEAL_CREATED"]);
    expect((await api.events(deal.id)).map(({ type }) => type).toSorted()).toEqual(["deal_created", "stage_entered"]);
  });

  it("takes null for everything", async () => {
    const keys = ["name", "phone", "contactName", "contactFirstName", "contactLastName", "email", "notes", "value"];
    const more = ["closeProbability", "expectedCloseAt", "currency", "stageId", "companyId", "channelId", "company"];
    const last = ["responsibleUserId", "useAssignmentStrategy", "customFields", "tracking", "metadata"];
    const body = Object.fromEntries([...keys, ...more, ...last].map((key) => [key, null]));
    expect(await api.make(body)).toMatchObject({ currency: "BRL", value: 0, contactId: null });
    const blank = { customFields: { bill: null, roof: "metal" }, tracking: { gclid: null, utmSource: " " } };
    expect(await api.make(blank)).toMatchObject({ customFields: { roof: "metal" }, tracking: null });
  });

  it("keeps what it is given, and is read back whole", async () => {
    const { seq } = await api.make({
      name: " Solar kit ",
      phone: "(11) 98888-0001",
      contactName: "Ana Maria Souza",
      email: "ana@example.com",
      notes: "Calls after six",
      value: 1234.56,
      closeProbability: 40,
      expectedCloseAt: "2026-12-31T23:00:00-03:00",
      currency: "usd",
      stageId: api.workspace.stageIds[1],
      company: { name: "Souza Ltda", domain: "https://www.souza.example/x", cnpj: "12.345.678/0001-90" },
      customFields: { segment: "a", bill: 380.5, interests: ["battery", "panels"], approved: true },
      tracking: { utmSource: "google", gclid: null },
      metadata: { any: { thing: [1] } },
    });
    expect(await api.get(seq)).toMatchObject({
      name: "Solar kit",
      value: 1234.56,
      currency: "USD",
      closeProbability: 40,
      expectedCloseAt: "2027-01-01T02:00:00.000Z",
      notes: "Calls after six",
      daysInStage: 0,
      isReturning: false,
      stage: { id: api.workspace.stageIds[1], name: "Stage 2", isWon: false },
      contact: { displayName: "Ana Maria Souza", firstName: "Ana", lastName: "Maria Souza", phone: "+5511988880001" },
      company: { name: "Souza Ltda", domain: "souza.example" },
      responsible: { name: "Ana" },
      coOwner: null,
      tags: [],
      properties: { segment: "a", bill: 380.5, interests: ["battery", "panels"], approved: true },
      tracking: { utmSource: "google", gclid: null, ctwaClid: null },
      lastActivity: { type: "DEAL_CREATED", title: "Negócio criado", actor: { actorType: "api_key", userName: "Ana" } },
      lastMessageAt: null,
      lastMessageText: "",
      replyPending: false,
      activeChannels: [],
      cadence: null,
      channel: null,
    });
  });

  it.each([
    ["a first name, which wins over the full one", { contactFirstName: "Bia", contactName: "X Y" }, "Bia"],
    ["a full name", { contactName: "Caio  de  Menezes" }, "Caio de Menezes"],
    ["an e-mail alone", { email: "only@example.com" }, "only@example.com"],
    ["a phone alone", { phone: "+5511988880002" }, "+5511988880002"],
    ["a company alone", { company: { name: "Padaria" } }, "Padaria"],
  ])("without a name is called after %s", async (_, body, name) => {
    expect((await api.make(body)).name).toBe(name);
  });

  it("finds the contact by its phone however it is written, and fills in what it lacks", async () => {
    const first = await api.make({ phone: "11 98888-0003" });
    await api.patch(first.seq, { stageId: api.won });
    const second = await api.make({
      phone: "+55 (11) 98888-0003",
      contactName: "Dora Lima",
      email: "dora@example.com",
    });
    expect(second.contactId).toBe(first.contactId);
    const card = await api.get(second.seq);
    expect(card.contact).toMatchObject({ displayName: "Dora Lima", email: "dora@example.com" });
    expect(card).toMatchObject({ isReturning: true, returnSignaledAt: expect.any(String) });
    const third = await api.make({ email: "DORA@example.com", stageId: api.other.stageId });
    expect(third.contactId).toBe(first.contactId);
    const stranger = await api.make({ phone: "11 98888-0004", email: "dora@example.com" });
    expect(stranger.contactId).not.toBe(first.contactId);
    expect((await api.get(stranger.seq)).contact.email).toBeNull();
    await api.patch(second.seq, { stageId: api.won });
    const other = await api.make({ phone: "11 98888-0003", contactName: "Doris", email: "doris@example.com" });
    expect((await api.get(other.seq)).contact).toMatchObject({ displayName: "Dora Lima", email: "dora@example.com" });
  });

  it.each<[string, known: object, said: object, shown: object]>([
    [
      "a phone",
      { email: "fill1@example.com" },
      { email: "FILL1@example.com", phone: "11 98888-0101" },
      { phone: "+5511988880101" },
    ],
    [
      "an e-mail",
      { phone: "11 98888-0102" },
      { phone: "11 98888-0102", email: "fill2@example.com" },
      { email: "fill2@example.com" },
    ],
    [
      "both names",
      { phone: "11 98888-0103" },
      { phone: "11 98888-0103", contactName: "Zoe Lima" },
      { firstName: "Zoe", lastName: "Lima" },
    ],
    [
      "no name where it has a first one",
      { phone: "11 98888-0104", contactFirstName: "Ana" },
      { phone: "11 98888-0104", contactName: "Zoe Lima" },
      { firstName: "Ana", lastName: null },
    ],
    [
      "no name where it has a last one",
      { phone: "11 98888-0105", contactLastName: "Reis" },
      { phone: "11 98888-0105", contactName: "Zoe Lima" },
      { firstName: null, lastName: "Reis" },
    ],
    [
      "all but an e-mail that is another contact's",
      { phone: "11 98888-0106" },
      { phone: "11 98888-0106", email: "others@example.com", contactName: "Zoe" },
      { firstName: "Zoe", email: null },
    ],
  ])("gives the contact that is there %s", async (_, known, said, shown) => {
    await api.call("POST", "/contacts", { json: { name: "Other", email: "others@example.com" } });
    const first = await api.make(known);
    const second = await api.make({ ...said, stageId: api.other.stageId });
    expect(second.contactId).toBe(first.contactId);
    expect((await api.get(second.seq)).contact).toMatchObject(shown);
  });

  it("puts a contact without a company into its own, and changes nothing more of one that lacks nothing", async () => {
    const read = async () => (await api.call("GET", "/contacts?phone=11988880107")).body.data.items[0];
    const body = { phone: "11 98888-0107", email: "full@example.com", contactName: "Full" };
    const stageId = api.other.stageId;
    await api.make(body);
    expect(await read()).toMatchObject({ company: null });
    const { companyId, seq } = await api.make({ ...body, stageId, company: { name: "Theirs" } });
    const full = await read();
    expect(full).toMatchObject({ company: { id: companyId } });
    await api.app.opened.db.deleteFrom("deals").where("seq", "=", seq).execute();
    await api.make({ ...body, stageId, contactName: "Zoe", company: { name: "Another" } });
    expect(await read()).toEqual(full);
  });

  it("takes the company that is there: by id, CNPJ, domain or name", async () => {
    const { companyId } = await api.make({ company: { name: "Acme", domain: "acme.example" } });
    for (const body of [
      { companyId },
      { company: { name: "Acme Inc", domain: "WWW.acme.example" } },
      { company: { name: " acme " } },
    ])
      expect((await api.make(body)).companyId).toBe(companyId);
    expect((await api.make({ company: { name: "Acme", domain: "acme.other" } })).companyId).not.toBe(companyId);
  });

  it("of another pipeline's stage is in that pipeline", async () => {
    expect(await api.make({ stageId: api.other.stageId })).toMatchObject({
      pipelineId: api.other.pipelineId,
      stageId: api.other.stageId,
    });
  });

  it("is refused while the contact has an open one in the pipeline, not in another", async () => {
    const body = { phone: "+5511988880010" };
    const first = await api.make(body);
    const second = await refusal(body);
    expect(second).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    await api.make({ ...body, stageId: api.other.stageId });
    await api.patch(first.seq, { stageId: api.won });
    await api.make(body);
  });

  it("is one, whoever asks for it at the same time", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refusal({ phone: "+5511988880011", company: { name: "Rush" } })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    const companies = await api.app.opened.db.selectFrom("companies").select("id").where("name", "=", "Rush").execute();
    expect(companies).toHaveLength(1);
  });

  it.each([
    ["unknown stage", { stageId: "nowhere" }, ["stageId"]],
    ["unknown company", { companyId: "nobody" }, ["companyId"]],
    ["unknown member", { responsibleUserId: "nobody" }, ["responsibleUserId"]],
    ["unknown channel", { channelId: "none" }, ["channelId"]],
    ["unknown custom field", { customFields: { nope: 1 } }, ["customFields.nope"]],
    [
      "prototype keys",
      { customFields: { constructor: 1, toString: "x" } },
      ["customFields.constructor", "customFields.toString"],
    ],
    [
      "wrong custom values",
      { customFields: { bill: "380", roof: "gold", visit: "31/12/2026" } },
      ["customFields.bill", "customFields.roof", "customFields.visit"],
    ],
    [
      "a file that is not there",
      { customFields: { contract: { key: "k", name: "a", size: 1, mimeType: "b" } } },
      ["customFields.contract"],
    ],
    ["no phone", { phone: "call me" }, ["phone"]],
    ["no e-mail", { email: "ana" }, ["email"]],
    ["a negative value", { value: -1 }, ["value"]],
    ["a long currency", { currency: "REAL" }, ["currency"]],
    ["a day without time", { expectedCloseAt: "2026-12-31" }, ["expectedCloseAt"]],
    ["a leap second of the year 0", { expectedCloseAt: "0000-06-30T23:59:60Z" }, ["expectedCloseAt"]],
    ["a company without name", { company: {} }, ["company.name"]],
    ["NUL", { name: "a\0" }, ["name"]],
    ["half a character", { customFields: { note: "\ud800" } }, ["customFields.note"]],
    ["several at once", { stageId: "x", phone: "y", customFields: { z: 1 } }, ["stageId", "phone", "customFields.z"]],
  ])("is refused for %s", async (_, body, fields) => {
    const answer = await refusal(body);
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(fieldsOf(answer).toSorted()).toEqual(fields.toSorted());
  });

  it("does not start in a final stage", async () => {
    for (const stageId of [api.won, api.lost]) expect(fieldsOf(await refusal({ stageId }))).toEqual(["stageId"]);
  });

  it("needs a pipeline", async () => {
    const empty = await api.app.workspace();
    await api.app.opened.db.deleteFrom("pipelines").where("workspace_id", "=", empty.id).execute();
    const answer = await refusal({}, await empty.addKey());
    expect(answer).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  });

  it("starts in no archived pipeline, not even where it was the default", async () => {
    const workspace = await api.app.workspace();
    const key = await workspace.addKey();
    const archive = (seq: number) => api.call("PATCH", `/pipelines/${seq}`, { json: { isArchived: true }, key });
    const other = await api.call("POST", "/pipelines", { json: { name: "Other" }, key });
    expect((await api.make({}, key)).pipelineId).toBe(workspace.pipelineId);
    await archive(1);
    expect((await api.make({}, key)).pipelineId).toBe(other.body.data.id);
    expect(fieldsOf(await refusal({ stageId: workspace.stageIds[0] }, key))).toEqual(["stageId"]);
    await archive(2);
    expect(await refusal({}, key)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  });

  it("needs companies.edit besides for a new company, not for one that is there", async () => {
    const { companyId } = await api.make({ company: { name: "Known" } });
    const seller = await api.workspace.addKey({ role: "member", deny: ["companies.edit"] });
    expect((await refusal({ company: { name: "New" } }, seller)).status).toBe(403);
    await api.make({}, seller);
    expect(await api.make({ companyId, company: { name: "New" } }, seller)).toMatchObject({ companyId });
  });
});

describe("the contact of a deal that changes", () => {
  let number = 11_988_881_000;
  const aPhone = () => `+55${(number += 1)}`;

  it("is another one by another phone, and the same one by a phone that it lacks", async () => {
    const [first, second] = [aPhone(), aPhone()];
    const { seq, contactId } = await api.make({ email: `${number}@example.com`, contactName: "Ana Lima" });
    expect(await api.patch(seq, { phone: first })).toMatchObject({ contactId });
    expect((await api.get(seq)).contact).toMatchObject({ phone: first, displayName: "Ana Lima" });
    const moved = await api.patch(seq, { phone: second });
    expect(moved.contactId).not.toBe(contactId);
    expect((await api.get(seq)).contact).toMatchObject({ phone: second, displayName: second });
  });

  it.each<[string, object, object]>([
    [
      "a full name of one word, which takes the last one away",
      { contactName: "Zoe" },
      { firstName: "Zoe", lastName: null },
    ],
    ["a first name", { contactFirstName: "Zoe" }, { firstName: "Zoe", lastName: "Lima" }],
    ["a last name", { contactLastName: "Reis" }, { firstName: "Ana", lastName: "Reis" }],
    ["its own phone again", { phone: "said", contactFirstName: "Zoe" }, { firstName: "Zoe" }],
    ["its own e-mail again", { email: "said", contactFirstName: "Zoe" }, { firstName: "Zoe" }],
  ])("is changed by %s", async (_, said: { phone?: string; email?: string }, shown) => {
    const phone = aPhone();
    const email = `${number}@example.com`;
    const { seq, contactId } = await api.make({ phone, email, contactName: "Ana Lima" });
    await api.patch(seq, { ...said, ...(said.phone && { phone }), ...(said.email && { email }) });
    expect((await api.get(seq)).contact).toMatchObject({ id: contactId, phone, email, ...shown });
  });

  it("is none that has an open deal in the pipeline, unless this one is closed", async () => {
    const [first, second] = [aPhone(), aPhone()];
    const { seq } = await api.make({ phone: first });
    const other = await api.make({ phone: second });
    const answer = await api.call("PATCH", `/deals/${seq}`, { json: { phone: second } });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["phone"]]);
    await api.patch(seq, { stageId: api.won });
    expect(await api.patch(seq, { phone: second })).toMatchObject({ contactId: other.contactId });
    expect(await api.patch(seq, { stageId: api.lost, lostReason: "Late" })).toMatchObject({ status: "lost" });
  });
});

it("the history of a deal tells each change once, with what belongs to it", async () => {
  const told = async (dealId: string, work: () => Promise<unknown>) => {
    const { length } = await api.activities(dealId);
    await work();
    const lines = (await api.activities(dealId)).slice(length);
    return lines.map(({ type, field, metadata }) => [type, field, metadata]).toSorted();
  };
  const { id, seq } = await api.make({ name: "Told" });
  const [first, second] = api.workspace.stageIds;
  const pipelines = { fromPipelineId: api.workspace.pipelineId, toPipelineId: api.other.pipelineId };
  for (const [change, lines] of [
    [{ stageId: second }, [["STAGE_CHANGED", "stageId", null]]],
    [{ stageId: api.other.stageId }, [["STAGE_CHANGED", "stageId", pipelines]]],
    [
      { stageId: first, name: "Told again" },
      [
        ["DEAL_UPDATED", "name", null],
        ["STAGE_CHANGED", "stageId", expect.any(Object)],
      ],
    ],
    [
      { stageId: api.won },
      [
        ["DEAL_WON", "status", null],
        ["STAGE_CHANGED", "stageId", null],
      ],
    ],
    [
      { stageId: api.lost, lostReason: "Late" },
      [
        ["DEAL_LOST", "status", { lostReason: "Late" }],
        ["STAGE_CHANGED", "stageId", null],
      ],
    ],
    [{ lostReason: "Price" }, [["DEAL_UPDATED", "lostReason", null]]],
    [
      { stageId: first },
      [
        ["DEAL_REOPENED", "status", null],
        ["STAGE_CHANGED", "stageId", null],
      ],
    ],
    [{ customFields: { bill: 1 } }, [["CUSTOM_FIELD_CHANGED", "bill", null]]],
    [{ customFields: { bill: 1 } }, []],
  ] as const) {
    const found = (await told(id, () => api.patch(seq, change))).filter(([, field]) => field !== "closedAt");
    expect([change, found]).toEqual([change, lines]);
  }
});
