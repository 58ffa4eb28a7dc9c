import type { CustomField } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../../app/testing/api.ts";
import { addContact, addDeal, addMember } from "../../../app/testing/deals.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const post = (json: object) => api.call("POST", "/custom-fields", { json });
const patch = (id: string, json: object) => api.call("PATCH", `/custom-fields/${id}`, { json });
const create = async (json: object): Promise<CustomField> =>
  expectSuccess("createCustomField", await post({ name: "Field", fieldType: "text", ...json }));
const update = async (id: string, json: object): Promise<CustomField> =>
  expectSuccess("updateCustomField", await patch(id, json));
const read = async (id: string): Promise<CustomField> =>
  expectSuccess("getCustomField", await api.call("GET", `/custom-fields/${id}`));

const rule = (parentFieldId: string, values: unknown[]) => ({ visibilityRule: { parentFieldId, values } });
const EVENT = { title: "Visit", durationMinutes: 60 };

describe("defining a custom field", () => {
  it("makes a slug of the name and puts it last among its entity's", async () => {
    const field = await create({ name: " Data da visita (prevista) ", fieldType: "date" });
    expect(field).toEqual({
      id: field.id,
      entityType: "deal",
      name: "Data da visita (prevista)",
      slug: "data_da_visita_prevista",
      description: null,
      placeholder: null,
      fieldType: "date",
      options: null,
      config: null,
      isRequired: false,
      apiOnly: false,
      displayOrder: 2,
      section: null,
      pipelineConfig: null,
      visibilityRule: null,
      createdAt: field.createdAt,
      updatedAt: field.updatedAt,
    });
    expect(await read(field.id)).toEqual(field);
    const again = await create({ name: "Data da visita (prevista)", entityType: "deal" });
    expect([again.slug, again.displayOrder]).toEqual(["data_da_visita_prevista_2", 3]);
    const elsewhere = await create({ name: "Data da visita (prevista)", entityType: "contact" });
    expect([elsewhere.slug, elsewhere.displayOrder]).toEqual(["data_da_visita_prevista", 0]);
    expect((await create({ name: "🎉" })).slug).toBe("field");
    expect((await create({ name: `(${"x".repeat(59)} y)` })).slug).toBe("x".repeat(59));
    expect((await create({ name: "z".repeat(61) })).slug).toBe("z".repeat(60));
  });

  it("keeps everything that is said", async () => {
    const said = {
      slug: "given-slug_1",
      description: "why",
      placeholder: "e.g.",
      isRequired: true,
      apiOnly: true,
      displayOrder: 7,
      section: "Project",
      pipelineConfig: { pipelineIds: ["a"], constructor: 1 },
    };
    expect(await create(said)).toMatchObject(said);
  });

  it("stores options, with a value made from the label where none is given", async () => {
    const options = [
      { label: "Telha cerâmica" },
      { label: "Metal", value: "metal", color: "#ABCDEF" },
      { label: "Telha, cerâmica" },
    ];
    for (const fieldType of ["select", "multi_select"]) {
      expect((await create({ fieldType, options })).options).toEqual([
        { label: "Telha cerâmica", value: "telha_ceramica", color: null },
        { label: "Metal", value: "metal", color: "#ABCDEF" },
        { label: "Telha, cerâmica", value: "telha_ceramica_2", color: null },
      ]);
    }
  });

  it("computes the options of members at every reading, those who left included", async () => {
    const member = await addMember(api, { name: "Zoe" });
    for (const fieldType of ["members", "member_field"]) {
      const { id } = await create({ fieldType, options: [{ label: "nobody" }] });
      const optionOf = async () => (await read(id)).options?.find(({ value }) => value === member.id);
      expect(await optionOf()).toEqual({ value: member.id, label: "Zoe", color: null, image: null, inactive: false });
      const { db } = api.app.opened;
      await db.updateTable("members").set({ active: false }).where("id", "=", member.id).execute();
      expect(await optionOf()).toMatchObject({ label: "Zoe", inactive: true });
      await db.updateTable("members").set({ active: true }).where("id", "=", member.id).execute();
    }
  });

  it("takes an event's config with everything that it may name", async () => {
    const contactId = await addContact(api);
    const { id: userId } = await addMember(api);
    const seller = await create({ name: "Seller", fieldType: "members" });
    const link = await create({ name: "Link", fieldType: "url" });
    const event = {
      ...EVENT,
      description: "On site",
      conferenceMode: "custom_field",
      conferenceFieldSlug: link.slug,
      recordWithBot: true,
      attendees: [
        { type: "lead_contact" },
        { type: "deal_co_owner", label: "Co-owner" },
        { type: "member", userId },
        { type: "contact", contactId },
        { type: "member_field", fieldSlug: seller.slug },
      ],
    };
    const field = await create({ fieldType: "event", config: { event } });
    expect(field.config).toEqual({ event });

    const { slug } = await create({ name: "Of contacts", fieldType: "url", entityType: "contact" });
    for (const [conferenceFieldSlug, message] of [
      [slug, "is no custom field of the entity deal"],
      [undefined, "is required by the conference mode custom_field"],
    ]) {
      const config = { event: { ...event, conferenceFieldSlug } };
      const answer = await post({ name: "x", fieldType: "event", config });
      expect(answer.body.fieldErrors).toEqual([{ field: "config.event.conferenceFieldSlug", message }]);
    }
  });

  it("takes a rule on a field of the same entity, with values that it can have", async () => {
    const parent = await create({ fieldType: "select", options: [{ label: "A", value: "a" }] });
    expect((await create(rule(parent.id, ["a"]))).visibilityRule).toEqual({ parentFieldId: parent.id, values: ["a"] });
    const wrong = await post({ name: "x", fieldType: "text", ...rule(parent.id, ["a", "b"]) });
    expect([wrong.status, fieldsOf(wrong)]).toEqual([400, ["visibilityRule.values[1]"]]);
    const contacts = await post({ name: "x", fieldType: "text", entityType: "contact", ...rule(parent.id, ["a"]) });
    expect([contacts.status, fieldsOf(contacts)]).toEqual([400, ["visibilityRule.parentFieldId"]]);
    const yes = await create({ fieldType: "boolean" });
    expect(fieldsOf(await post({ name: "x", fieldType: "text", ...rule(yes.id, ["true"]) }))).toEqual([
      "visibilityRule.values[0]",
    ]);
  });

  it("refuses rules that lead in a circle, also of changes at the same time", async () => {
    const [a, b, c] = [await create({}), await create({}), await create({})];
    await update(b.id, rule(a.id, ["x"]));
    await update(c.id, rule(b.id, ["x"]));
    for (const parent of [a, b, c]) {
      const answer = await patch(a.id, rule(parent.id, ["x"]));
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ["visibilityRule.parentFieldId"]]);
    }
    const [d, e] = [await create({}), await create({})];
    const answers = await Promise.all([patch(d.id, rule(e.id, ["x"])), patch(e.id, rule(d.id, ["x"]))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it.each<[string, object, string[]]>([
    ["without a type", { fieldType: undefined }, ["fieldType"]],
    ["of an unknown type", { fieldType: "rating" }, ["fieldType"]],
    ["of an unknown entity", { entityType: "task" }, ["entityType"]],
    ["without a name", { name: undefined }, ["name"]],
    ["with a blank name", { name: " " }, ["name"]],
    ["with a slug that is none", { slug: "A b" }, ["slug"]],
    ["with __proto__ as its slug", { slug: "__proto__" }, ["slug"]],
    ["of choices without options", { fieldType: "select" }, ["options"]],
    ["of choices with no options", { fieldType: "multi_select", options: [] }, ["options"]],
    ["with an option without a label", { fieldType: "select", options: [{ value: "a" }] }, ["options[0].label"]],
    [
      "with an option's value twice",
      {
        fieldType: "select",
        options: [
          { label: "A", value: "a" },
          { label: "B", value: " a" },
        ],
      },
      ["options[1].value"],
    ],
    [
      "with a colour that is none",
      { fieldType: "select", options: [{ label: "A", color: "red" }] },
      ["options[0].color"],
    ],
    ["with options that mean nothing", { options: [{ label: "A" }] }, ["options"]],
    ["of an event without a config", { fieldType: "event" }, ["config.event"]],
    ["with an event that means nothing", { config: { event: EVENT } }, ["config.event"]],
    [
      "of an event without a title",
      { fieldType: "event", config: { event: { durationMinutes: 5 } } },
      ["config.event.title"],
    ],
    [
      "of an event of no time",
      { fieldType: "event", config: { event: { ...EVENT, durationMinutes: 0 } } },
      ["config.event.durationMinutes"],
    ],
    [
      "of an event longer than a day",
      { fieldType: "event", config: { event: { ...EVENT, durationMinutes: 1441 } } },
      ["config.event.durationMinutes"],
    ],
    [
      "of an event with long texts",
      { fieldType: "event", config: { event: { ...EVENT, title: "x".repeat(256), description: "x".repeat(2001) } } },
      ["config.event.title", "config.event.description"],
    ],
    [
      "of an event with an unknown conference",
      { fieldType: "event", config: { event: { ...EVENT, conferenceMode: "zoom" } } },
      ["config.event.conferenceMode"],
    ],
    [
      "of an event whose conference no field names",
      { fieldType: "event", config: { event: { ...EVENT, conferenceMode: "custom_field", conferenceFieldSlug: "x" } } },
      ["config.event.conferenceFieldSlug"],
    ],
    [
      "of an event with strangers",
      {
        fieldType: "event",
        config: {
          event: {
            ...EVENT,
            attendees: [
              { type: "member", userId: "x" },
              { type: "member" },
              { type: "contact", contactId: "x" },
              { type: "member_field", fieldSlug: "segment" },
            ],
          },
        },
      },
      [
        "config.event.attendees[0].userId",
        "config.event.attendees[1].userId",
        "config.event.attendees[2].contactId",
        "config.event.attendees[3].fieldSlug",
      ],
    ],
    [
      "of an event with an attendee of no kind",
      { fieldType: "event", config: { event: { ...EVENT, attendees: [{ type: "boss", label: "x".repeat(256) }] } } },
      ["config.event.attendees[0].type", "config.event.attendees[0].label"],
    ],
    ["with a rule without values", { visibilityRule: { parentFieldId: "x", values: [] } }, ["visibilityRule.values"]],
    [
      "with a rule on nothing",
      { visibilityRule: { parentFieldId: "x", values: [1] } },
      ["visibilityRule.parentFieldId"],
    ],
    ["with NUL", { description: "\0" }, ["description"]],
  ])("is refused %s", async (_, json, fields) => {
    const answer = await post({ name: "Field", fieldType: "text", ...json });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer).toSorted()).toEqual(fields.toSorted());
  });

  it("gives a slug once, also to many at the same time", async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post({ name: "Same", fieldType: "text", slug: "same" })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const made = await Promise.all(Array.from({ length: 4 }, () => create({ name: "Same again" })));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(4);
  });
});

describe("changing a custom field", () => {
  it("changes what is said, and takes back what was read", async () => {
    const field = await create({
      fieldType: "select",
      options: [{ label: "A", value: "a" }],
      section: "S",
      description: "d",
    });
    const changed = await update(field.id, { name: "New name", options: [{ label: "B" }], description: "" });
    expect(changed).toEqual({
      ...field,
      name: "New name",
      options: [{ label: "B", value: "b", color: null }],
      description: null,
      updatedAt: changed.updatedAt,
    });
    expect(changed.slug).toBe(field.slug);
    expect(await update(field.id, changed)).toEqual({ ...changed, updatedAt: expect.any(String) });
    const members = await create({ fieldType: "members" });
    expect((await update(members.id, members)).options).toEqual(members.options);
    expect(await update(members.id, {})).toMatchObject({ name: members.name });
  });

  it.each<[field: string, sent: unknown, shown: unknown]>([
    ["name", " Other ", "Other"],
    ["description", " Other ", "Other"],
    ["description", null, null],
    ["placeholder", " Other ", "Other"],
    ["placeholder", null, null],
    ["section", " Other ", "Other"],
    ["section", null, null],
    ["isRequired", false, false],
    ["apiOnly", false, false],
    ["displayOrder", 8, 8],
    ["pipelineConfig", { pipelineIds: ["b"] }, { pipelineIds: ["b"] }],
    ["pipelineConfig", null, null],
    ["visibilityRule", null, null],
    ["options", [{ label: " B ", value: " b ", color: "#123456" }], [{ label: "B", value: "b", color: "#123456" }]],
  ])("changes its %s alone by %j", async (field, sent, shown) => {
    const full = await create({
      fieldType: "select",
      options: [{ label: "A", value: "a" }],
      description: "d",
      placeholder: "p",
      section: "s",
      isRequired: true,
      apiOnly: true,
      displayOrder: 7,
      pipelineConfig: { pipelineIds: ["a"] },
      ...rule(api.workspace.customFieldId, ["a"]),
    });
    expect(await update(full.id, { [field]: sent })).toEqual({
      ...full,
      [field]: shown,
      updatedAt: expect.any(String),
    });
    expectSuccess("deleteCustomField", await api.call("DELETE", `/custom-fields/${full.id}`));
  });

  it("changes an event's config, which it cannot be without, and leaves it where nothing is said", async () => {
    const { id, config } = await create({ fieldType: "event", config: { event: EVENT } });
    expect((await update(id, { name: "Other" })).config).toEqual(config);
    const other = { event: { ...EVENT, title: "Other" } };
    expect((await update(id, { config: other })).config).toEqual(other);
    expect(fieldsOf(await patch(id, { config: null }))).toEqual(["config.event"]);
  });

  it("takes a rule on the values of texts, and on yes or no", async () => {
    const text = await create({});
    const yes = await create({ fieldType: "boolean" });
    expect((await create(rule(text.id, ["anything"]))).visibilityRule?.values).toEqual(["anything"]);
    expect((await create(rule(yes.id, [false, true]))).visibilityRule?.values).toEqual([false, true]);
    const field = await create({});
    expect(fieldsOf(await patch(field.id, rule(field.id, ["x"])))).toEqual(["visibilityRule.parentFieldId"]);
  });

  it.each<[object, string]>([
    [{ slug: "other" }, "slug"],
    [{ fieldType: "text" }, "fieldType"],
    [{ entityType: "contact" }, "entityType"],
    [{ options: null }, "options"],
    [{ options: [] }, "options"],
    [{ name: null }, "name"],
    [{ config: { event: EVENT } }, "config.event"],
    [{ isRequired: null }, "isRequired"],
  ])("refuses %j", async (json, field) => {
    const answer = await patch(api.workspace.customFieldId, json);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  });

  it("finds nothing by another id", async () => {
    const other = await (await api.app.workspace()).addKey();
    expect((await patch("nothing", { name: "x" })).status).toBe(404);
    expect((await patch("%00", { name: "x" })).status).toBe(404);
    const id = api.workspace.customFieldId;
    const foreign = await api.call("PATCH", `/custom-fields/${id}`, { key: other, json: { name: "x" } });
    expect(foreign.status).toBe(404);
  });
});

describe("removing a custom field", () => {
  it("takes it out of rules and pipelines, and leaves the values of deals", async () => {
    const { db } = api.app.opened;
    const parent = await create({ name: "Parent", fieldType: "boolean" });
    const child = await create({ visibilityRule: { parentFieldId: parent.id, values: [true] } });
    const [stageId] = api.workspace.stageIds;
    const settings = { json: { requiredStageIds: [stageId] } };
    expectSuccess("updatePipelineField", await api.call("PATCH", `/pipelines/1/fields/${parent.id}`, settings));
    const milestone = { json: { requiredMilestoneFieldId: parent.id } };
    expectSuccess("updateStage", await api.call("PATCH", `/pipelines/1/stages/${stageId}`, milestone));
    const deal = await addDeal(api, await addMember(api));
    const values = JSON.stringify({ [parent.slug]: true });
    await db.updateTable("deals").set({ custom_fields: values }).where("id", "=", deal.id).execute();

    expectSuccess("deleteCustomField", await api.call("DELETE", `/custom-fields/${parent.id}`));
    expect((await read(child.id)).visibilityRule).toBeNull();
    const [stage] = expectSuccess("getPipeline", await api.call("GET", "/pipelines/1")).stages;
    expect(stage.requiredMilestoneFieldId).toBeNull();
    expect(await db.selectFrom("pipeline_fields").selectAll().execute()).toEqual([]);
    const kept = await db.selectFrom("deals").select("custom_fields").where("id", "=", deal.id).executeTakeFirst();
    expect(kept?.custom_fields).toEqual({ [parent.slug]: true });
    expect((await api.call("DELETE", `/custom-fields/${parent.id}`)).status).toBe(404);
    expect((await api.call("DELETE", "/custom-fields/%00")).status).toBe(404);
  });
});
