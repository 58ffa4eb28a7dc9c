import type { ListedAutomation } from "@trilho/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectSuccess, startTestApi, type TestApi } from "../../../app/testing/api.ts";
import { addMember, type TestMember } from "../../../app/testing/deal-work.ts";
import { automationBody, webhookGraph } from "../../../app/testing/graphs.ts";
import type { Answer } from "../../../app/testing/test-app.ts";

let api: TestApi;
let bia: TestMember;
beforeAll(async () => {
  api = await startTestApi();
  bia = await addMember(api, { role: "owner", name: "Bia" });
});
afterAll(() => api.app.close());

type Call = TestApi["call"];
const required = async (automationReview: boolean): Promise<void> =>
  void expectSuccess("updateWorkspace", await api.call("PATCH", "/workspace", { json: { automationReview } }));
beforeEach(() => required(true));

const codeOf = ({ status, body }: Answer) => [status, body.code, body.details];
const refusal = [403, "FORBIDDEN", "review-required"];
const changed = (change: object = {}) => automationBody({ graphDefinition: webhookGraph(), ...change });
const put = (id: string, change: object) => api.call("PUT", `/automations/${id}`, { json: automationBody(change) });
const reviewOf = async (id: string) =>
  expectSuccess("getAutomationReview", await api.call("GET", `/automations/${id}/review`));
const ask = (id: string, json: object = changed(), call: Call = api.call) =>
  call("POST", `/automations/${id}/review`, { json });
const asked = async (id: string, json: object = changed()) =>
  expectSuccess("askAutomationReview", await ask(id, json)).request;
const approve = (id: string, revision: string, call: Call = bia.call) =>
  call("POST", `/automations/${id}/review/approve`, { json: { revision } });
const sendBack = (id: string, revision: string, call: Call = bia.call) =>
  call("POST", `/automations/${id}/review/send-back`, { json: { revision, comment: " Too long " } });
const draftOf = async (id: string) => (await api.call("GET", `/automations/${id}/draft`)).body.data;
const historyOf = async (id: string) =>
  (await api.call("GET", `/automations/${id}/history`)).body.data.items.map(
    ({ type, note, by }: { type: string; note: string | null; by: { id: string } }) => [type, note, by.id === bia.id],
  );

/** One that was published before reviews began, and is on. */
async function live(change: object = {}): Promise<string> {
  await required(false);
  const { id } = await api.create({ enabled: true, ...change });
  await required(true);
  return id;
}

it("tells who asks for a review what is most likely a mistake, as a publication would", async () => {
  const id = await live();
  const told = await ask(id, automationBody({ triggerType: "deal_craeted" }));
  const words = "“Gatilho”: nunca acontece nada chamado “deal_craeted”; nenhuma execução começa.";
  expect([told.status, told.body.message]).toEqual([200, words]);
  expect((await ask(id, automationBody({ triggerType: "deal_won" }))).body.message).toBeNull();
});

describe("where changes are reviewed, refused with what to do", () => {
  it.each<[string, (id: string) => Promise<Answer>]>([
    ["another graph", (id) => api.call("PUT", `/automations/${id}`, { json: changed() })],
    ["another trigger", (id) => put(id, { triggerType: "tag_added" })],
    ["other conditions", (id) => put(id, { conditions: { combinator: "and", rules: [] } })],
    ["another scope", (id) => put(id, { scope: "pipeline", pipelineId: api.workspace.pipelineId })],
    ["a window", (id) => put(id, { triggerWindow: { days: [{ weekday: 1, from: "09:00", to: "18:00" }] } })],
    ["business hours", (id) => put(id, { respectBusinessHours: true })],
    ["a creation that is on", () => api.call("POST", "/automations", { json: automationBody({ enabled: true }) })],
  ])("%s", async (_, send) => {
    const id = await live();
    const answer = await send(id);
    expect(codeOf(answer)).toEqual(refusal);
    expect(answer.body.error).toContain("/review");
    expect(await api.read(id)).toMatchObject({ version: 1, enabled: true });
  });

  it.each<[string, (id: string) => Promise<Answer>]>([
    ["renaming", (id) => put(id, { name: "Another name" })],
    ["storing the same again", (id) => put(id, {})],
    ["switching off", (id) => api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: false } })],
    ["pausing", (id) => api.call("POST", `/automations/${id}/pause`)],
    ["labels", (id) => api.call("POST", "/automations/change", { json: { ids: [id], addLabels: ["VIP"] } })],
    ["a draft", (id) => api.call("PUT", `/automations/${id}/draft`, { json: { content: {}, baseVersion: 1 } })],
    ["deleting", (id) => api.call("DELETE", `/automations/${id}`)],
  ])("but not %s", async (_, send) => {
    expect((await send(await live())).status).toBeLessThan(300);
  });

  it("not what was live before reviews began, switched off and on again", async () => {
    const id = await live();
    for (const enabled of [false, true])
      expect((await api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled } })).status).toBe(200);
  });

  it("switching on what nobody approved, alone or with many; it may be changed until then", async () => {
    const { id } = await api.create();
    expect(await reviewOf(id)).toEqual({ required: true, approved: false, request: null });
    expect(codeOf(await api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } }))).toEqual(refusal);
    const many = await api.call("POST", "/automations/change", { json: { ids: [id], enabled: true } });
    expect(many.body.data.results).toEqual([
      { id, changed: false, error: expect.stringContaining("Nobody has approved") },
    ]);
    expect(codeOf(await put(id, { enabled: true }))).toEqual(refusal);
    expect((await api.call("PUT", `/automations/${id}`, { json: changed() })).status).toBe(200);
    const { revision } = await asked(id, changed());
    expect((await approve(id, revision)).body.data).toMatchObject({ version: 2, enabled: false });
    expect((await api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } })).status).toBe(200);
    expect(codeOf(await put(id, { triggerType: "tag_added" }))).toEqual(refusal);
  });
});

describe("a review", () => {
  it("publishes in its author's name what another member approves, and the history says who", async () => {
    const id = await live();
    const request = await asked(id, changed({ note: "Calls the warehouse" }));
    expect(request).toMatchObject({ state: "waiting", note: "Calls the warehouse", sentBack: null, mine: true });
    expect((await api.read(id)).version).toBe(1);
    const published = expectSuccess("approveAutomationReview", await approve(id, request.revision));
    expect(published).toMatchObject({ version: 2, enabled: true, graphDefinition: { nodes: expect.any(Array) } });
    expect(published.secret).toEqual(expect.any(String));
    expect(await reviewOf(id)).toEqual({ required: true, approved: true, request: null });
    expect((await api.call("GET", `/automations/${id}/draft`)).body.data).toBeNull();
    expect((await historyOf(id)).slice(0, 3)).toEqual([
      ["review-approved", null, true],
      ["published", "Calls the warehouse", false],
      ["review-requested", "Calls the warehouse", false],
    ]);
  });

  it("is sent back with a comment, and asked for again", async () => {
    const id = await live();
    const { revision } = await asked(id);
    const { request } = expectSuccess("sendBackAutomationReview", await sendBack(id, revision));
    expect(request).toMatchObject({ state: "sent-back", sentBack: { comment: "Too long", by: { name: "Bia" } } });
    expect(codeOf(await approve(id, revision))).toEqual([409, "CONFLICT", undefined]);
    const again = await asked(id);
    expect(again).toMatchObject({ state: "waiting", sentBack: null });
    expect((await approve(id, again.revision)).status).toBe(200);
    expect((await historyOf(id)).map(([type]: [string]) => type)).toContain("review-sent-back");
  });

  it("keeps credentials sealed until it is approved, then with the automation", async () => {
    const id = await live();
    const graph = webhookGraph();
    const nodes = graph.nodes.map((node) =>
      node.actionType === "webhook"
        ? { ...node, config: { ...node.config, headers: { Authorization: "auth-42" } } }
        : node,
    );
    const { revision } = await asked(id, changed({ graphDefinition: { ...graph, nodes } }));
    const rows = await api.app.opened.db.selectFrom("automation_reviews").selectAll().execute();
    const draft = await api.call("GET", `/automations/${id}/draft`);
    expect(JSON.stringify([rows, draft.body])).not.toContain("auth-42");
    expect((await approve(id, revision)).status).toBe(200);
    expect(JSON.stringify(await api.read(id))).toContain("[hidden]");
  });

  it("is told of in the overview of all automations", async () => {
    const id = await live();
    await asked(id);
    const { items } = expectSuccess("getAutomationsOverview", await api.call("GET", "/automations/overview"));
    const { review } = items.find((item: { id: string }) => item.id === id);
    expect(review).toMatchObject({ state: "waiting", askedBy: { name: expect.any(String) } });
  });

  it.each<[string, (revision: string) => object, boolean]>([
    ["is kept where the draft says the same", (revision) => ({ revision }), true],
    ["is kept where the draft says the same, and none is named", () => ({}), true],
    ["is another where the draft says something else", (revision) => ({ revision, triggerType: "deal_lost" }), false],
    ["is another where the draft says something else, and none is named", () => ({ triggerType: "deal_lost" }), false],
  ])("of a draft that has its own revision: it %s", async (_, change, isKept) => {
    const id = await live();
    await asked(id);
    const { revision } = await draftOf(id);
    const request = await asked(id, changed(change(revision)));
    expect((await draftOf(id)).revision === revision).toBe(isKept);
    expect((await approve(id, request.revision)).status).toBe(200);
  });

  it("of a draft that somebody else has changed is refused, though it says the same", async () => {
    const id = await live();
    await asked(id);
    for (const revision of ["another", null])
      expect(codeOf(await ask(id, changed({ revision }))).slice(0, 2)).toEqual([409, "CONFLICT"]);
  });

  it("of a draft of an older version is one of the version that is stored", async () => {
    const id = await live();
    await asked(id);
    await required(false);
    await api.replace(id, { name: "Second", enabled: true });
    await required(true);
    const { revision } = await asked(id);
    expect(await draftOf(id)).toMatchObject({ baseVersion: 2 });
    expect((await approve(id, revision)).body.data).toMatchObject({ version: 3 });
  });

  it("has a note of words alone, and of the last time that it was asked for", async () => {
    const id = await live();
    expect((await asked(id, changed({ note: " First " }))).note).toBe("First");
    expect((await asked(id, changed({ note: "  " }))).note).toBeNull();
    const { revision } = await asked(id, changed({ note: "Last" }));
    await sendBack(id, revision);
    expect((await reviewOf(id)).request.note).toBe("Last");
    expect((await asked(id)).note).toBeNull();
  });

  it("is its author's alone", async () => {
    const id = await live();
    await asked(id);
    const theirs = await bia.call("GET", `/automations/${id}/review`);
    expect([theirs.body.data.request.mine, (await reviewOf(id)).request.mine]).toEqual([false, true]);
  });

  it("of what is stored needs no draft, and is approved as it is", async () => {
    const { id } = await api.create();
    const stored = await api.read(id);
    const { graphDefinition } = stored;
    const { revision, state } = await asked(id, automationBody({ graphDefinition }));
    expect([state, await draftOf(id)]).toEqual(["waiting", null]);
    const approved = expectSuccess("approveAutomationReview", await approve(id, revision));
    expect(approved.version).toBe(1);
    expect(await reviewOf(id)).toMatchObject({ approved: true, request: null });
  });

  it("is withdrawn, and the draft stays", async () => {
    const id = await live();
    const { revision } = await asked(id);
    const gone = expectSuccess("withdrawAutomationReview", await api.call("DELETE", `/automations/${id}/review`));
    expect(gone.request).toBeNull();
    expect((await historyOf(id))[0]).toEqual(["review-withdrawn", null, false]);
    const before = await historyOf(id);
    expectSuccess("withdrawAutomationReview", await api.call("DELETE", `/automations/${id}/review`));
    expect(await historyOf(id)).toEqual(before);
    expect(codeOf(await approve(id, revision))[0]).toBe(409);
    expect((await api.call("GET", `/automations/${id}/draft`)).body.data).not.toBeNull();
  });
});

it("a request is not listed while reviews are off, and is there again with them", async () => {
  const id = await live();
  await asked(id);
  const listed = async () => {
    const { items } = expectSuccess("getAutomationsOverview", await api.call("GET", "/automations/overview"));
    return items.find((each: ListedAutomation) => each.id === id)?.review?.state ?? null;
  };
  expect(await listed()).toBe("waiting");
  await required(false);
  expect(await listed()).toBeNull();
  await required(true);
  expect(await listed()).toBe("waiting");
});

describe("an approval is refused", () => {
  it("of one's own change, with whichever key", async () => {
    const id = await live();
    const { revision } = await asked(id);
    expect(codeOf(await approve(id, revision, api.call))).toEqual([403, "FORBIDDEN", undefined]);
  });

  it("once the draft was changed, discarded, or asked about again", async () => {
    const id = await live();
    const { revision } = await asked(id);
    await api.call("PUT", `/automations/${id}/draft`, { json: { content: { name: "Sneaked in" }, baseVersion: 1 } });
    expect((await reviewOf(id)).request.state).toBe("changed");
    expect(codeOf(await approve(id, revision))[0]).toBe(409);
    expect(codeOf(await sendBack(id, revision))[0]).toBe(409);
    await api.call("DELETE", `/automations/${id}/draft`);
    expect((await reviewOf(id)).request).toBeNull();
    expect(codeOf(await approve(id, revision))[0]).toBe(409);
    await asked(id);
    expect(codeOf(await approve(id, revision))[0]).toBe(409);
    expect((await api.read(id)).version).toBe(1);
  });

  it("once another version was stored, while reviews were off", async () => {
    const id = await live();
    const { revision } = await asked(id);
    await required(false);
    await api.replace(id, { triggerType: "tag_added" });
    await required(true);
    expect((await reviewOf(id)).request.state).toBe("changed");
    expect(codeOf(await approve(id, revision))[0]).toBe(409);
  });

  it("of a member who is gone, or may not edit", async () => {
    const id = await live();
    const { revision } = await asked(id);
    const gone = await addMember(api, { role: "owner", active: false });
    const reader = await addMember(api, { role: "member" });
    expect((await approve(id, revision, gone.call)).status).toBe(401);
    expect((await approve(id, revision, reader.call)).status).toBe(403);
    expect((await ask(id, changed(), reader.call)).status).toBe(403);
  });

  it("of all but one who approve at once", async () => {
    const id = await live();
    const { revision } = await asked(id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => approve(id, revision)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await api.read(id)).version).toBe(2);
  });

  it("or lost to whoever sends it back at the same moment, never both", async () => {
    const id = await live();
    const { revision } = await asked(id);
    const answers = await Promise.all([approve(id, revision), sendBack(id, revision)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe("asking is refused", () => {
  it.each<[string, object, unknown[]]>([
    ["for what is published already", automationBody({ graphDefinition: undefined }), [409, "CONFLICT"]],
    ["for another base", { ...changed(), baseVersion: 7 }, [409, "CONFLICT"]],
    ["over another draft", { ...changed(), revision: "another" }, [409, "CONFLICT"]],
    ["for what could not be published", changed({ scope: "pipeline", pipelineId: "none" }), [400, "VALIDATION_ERROR"]],
  ])("%s", async (_, json, expected) => {
    const id = await live();
    const { graphDefinition } = await api.read(id);
    expect(codeOf(await ask(id, { graphDefinition, ...JSON.parse(JSON.stringify(json)) })).slice(0, 2)).toEqual(
      expected,
    );
  });

  it("of another workspace's automation", async () => {
    const key = await (await api.app.workspace()).addKey();
    const id = await live();
    expect((await api.call("POST", `/automations/${id}/review`, { key, json: changed() })).status).toBe(404);
    expect((await api.call("GET", `/automations/${id}/review`, { key })).status).toBe(404);
  });
});

describe("reviews themselves", () => {
  it("are switched by owners and admins alone", async () => {
    const key = await api.workspace.addKey({ role: "member", allow: ["automations.edit"] });
    const answer = await api.call("PATCH", "/workspace", { key, json: { automationReview: false } });
    expect(codeOf(answer)).toEqual([403, "FORBIDDEN", undefined]);
    expect((await api.call("GET", "/workspace")).body.data.automationReview).toBe(true);
  });

  it("switched off free everything, and approvals still work", async () => {
    const id = await live();
    const { revision } = await asked(id);
    await required(false);
    expect((await approve(id, revision)).status).toBe(200);
    await api.replace(id, { enabled: true });
    await required(true);
    expect((await reviewOf(id)).approved).toBe(true);
  });
});
