import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { digestKey } from "../platform/security/keys.ts";
import { createSealer } from "../platform/security/sealer.ts";
import { openTestStore, type TestStore } from "../testing/open-test-store.ts";
import { applyProvision } from "./apply.ts";
import { ProvisionError, type ProvisionFile, type ProvisionTemplate, type ProvisionWorkspace } from "./file.ts";
import { parseProvisionFile } from "./parse.ts";

const secret = (name: string): string => `trk_test_${name.padEnd(40, "x")}`;

const workspace = (slug: string): ProvisionWorkspace => ({
  slug,
  name: "Acme",
  timeZone: "America/Sao_Paulo",
  locale: "pt-BR",
  features: ["API_ACCESS", "ADVANCED_API"],
  quotas: { pipelines: 3 },
  businessHours: { days: [{ weekday: 1, from: "09:00", to: "18:00" }] },
  channels: [{ id: `wa-${slug}`, kind: "whatsapp", name: "Main", phoneNumberId: "551", isDefault: true }],
  lossReasons: [" Price ", "price", "", "Timing"],
  members: [
    {
      email: "Ana@Acme.test",
      name: "Ana",
      role: "owner",
      keys: [{ name: "CLI", secret: secret(`${slug}-ana`), expiresAt: "2030-01-01T00:00:00Z" }],
    },
    {
      email: "bob@acme.test",
      name: "Bob",
      role: "member",
      permissions: { allow: ["automations.edit"], deny: ["deals.edit"] },
      visibility: "own",
      active: false,
      keys: [{ name: "Old", secret: secret(`${slug}-bob`), revoked: true }],
    },
  ],
});

const ownerKey = (change: object) => ({
  members: [{ email: "a@b", name: "A", role: "owner", keys: [{ name: "k", secret: secret("k"), ...change }] }],
});
const TEMPLATE = { name: "a", language: "pt_BR", components: [{ type: "BODY", text: "Oi" }] };
const channelWith = (templates: object[]) => ({ channels: [{ id: "wa", kind: "whatsapp", name: "n", templates }] });
const withTemplates = (templates: ProvisionTemplate[], account?: string | null): ProvisionFile => ({
  workspaces: [
    {
      ...workspace("templates"),
      channels: [
        {
          id: "wa",
          kind: "whatsapp",
          name: "Main",
          ...(account !== undefined && { businessAccountId: account }),
          templates,
        },
      ],
    },
  ],
});
const member = (change: object) => ({ members: [{ email: "a@b", name: "A", role: "owner", ...change }] });

test("the guide's example is a good file", () => {
  const guide = readFileSync(new URL("../../../../docs/provisioning.md", import.meta.url), "utf8");
  const example = /```json\n([^]*?)```/.exec(guide)?.[1] ?? "";
  expect(parseProvisionFile(example, "provisioning.md").workspaces[0]).toMatchObject({ slug: "acme" });
});

describe("a provisioning file", () => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore();
  });
  afterAll(() => opened.close());

  const apply = (file: ProvisionFile) =>
    applyProvision(
      opened.db,
      parseProvisionFile(JSON.stringify(file), "acme.json"),
      "acme.json",
      (key) => digestKey(opened.serverSecret, key),
      createSealer(opened.serverSecret, "secrets"),
    );
  const find = (key: string) => opened.store.keys.findByDigest(digestKey(opened.serverSecret, key));

  /** Every row of every table, with the transaction that wrote it: a row rewritten with the same values shows. */
  async function snapshot(): Promise<unknown> {
    const { rows } = await sql<{ table: string }>`
      select table_name as table from information_schema.tables where table_schema = 'public' order by 1`.execute(
      opened.db,
    );
    const tables: Record<string, unknown> = {};
    for (const { table } of rows) {
      tables[table] = (
        await sql`select xmin::text, t.* from ${sql.table(table)} t order by t::text`.execute(opened.db)
      ).rows;
    }
    return tables;
  }

  test("makes workspaces whose keys work, with all that the file says", async () => {
    await apply({ workspaces: [workspace("made")] });
    const ana = await find(secret("made-ana"));
    expect(ana).toMatchObject({ expiresAt: "2030-01-01T00:00:00.000Z", revoked: false, memberActive: true });
    expect(ana?.principal).toMatchObject({
      role: "owner",
      visibility: "all",
      timeZone: "America/Sao_Paulo",
      locale: "pt-BR",
      features: new Set(["API_ACCESS", "ADVANCED_API"]),
    });
    const bob = await find(secret("made-bob"));
    expect(bob).toMatchObject({ revoked: true, memberActive: false, expiresAt: null });
    expect(bob?.principal).toMatchObject({
      visibility: "own",
      permissions: { allow: ["automations.edit"], deny: ["deals.edit"] },
    });
    const stored = await opened.db
      .selectFrom("workspaces")
      .selectAll()
      .where("slug", "=", "made")
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({
      quotas: { pipelines: 3 },
      loss_reasons: ["Price", "Timing"],
      business_hours: { timeZone: "America/Sao_Paulo", days: [{ weekday: 1, from: "09:00", to: "18:00" }] },
    });
  });

  test("gives a new workspace one pipeline with the contract's default stages", async () => {
    await apply({ workspaces: [workspace("pipeline")] });
    const workspaceId = (await find(secret("pipeline-ana")))?.principal.workspaceId ?? "";
    const pipelines = await opened.store.reference.pipelines(workspaceId);
    expect(pipelines).toMatchObject([
      {
        seq: 1,
        isDefault: true,
        isArchived: false,
        stages: [
          { name: "Leads", order: 0, isWon: false, isLost: false },
          { name: "Qualificação" },
          { name: "Proposta" },
          { name: "Negociação" },
          { name: "Fechamento" },
          { name: "Ganho", isWon: true, isLost: false },
          { name: "Perda", isWon: false, isLost: true, order: 6 },
        ],
      },
    ]);
    expect(await opened.store.reference.pipeline(workspaceId, 1)).toEqual(pipelines[0]);
    expect(await opened.store.reference.pipeline(workspaceId, 2)).toBeNull();
  });

  test("applied twice, writes no row the second time", async () => {
    const file = { workspaces: [workspace("twice"), { slug: "bare", name: "Bare" }] };
    await apply(file);
    const before = await snapshot();
    await apply(file);
    expect(await snapshot()).toEqual(before);
  });

  test("applied by two processes at once, makes everything once", async () => {
    const file = { workspaces: [workspace("race")] };
    await Promise.all([apply(file), apply(file), apply(file)]);
    const rows = await opened.db.selectFrom("workspaces").select("id").where("slug", "=", "race").execute();
    expect(rows).toHaveLength(1);
  });

  test("changed, changes the same workspace, member and key", async () => {
    await apply({ workspaces: [workspace("changed")] });
    const before = await find(secret("changed-ana"));
    const changed = workspace("changed");
    await apply({
      workspaces: [
        {
          ...changed,
          name: "Acme II",
          features: ["API_ACCESS"],
          channels: [{ id: "second", kind: "whatsapp", name: "Second", isDefault: true }],
          members: [
            {
              email: "ANA@acme.test",
              name: "Ana Souza",
              role: "admin",
              keys: [{ name: "CLI", secret: secret("changed-ana"), revoked: true }],
            },
          ],
        },
      ],
    });
    const after = await find(secret("changed-ana"));
    expect(after).toMatchObject({ revoked: true, expiresAt: "2030-01-01T00:00:00.000Z" });
    expect(after?.principal).toMatchObject({ role: "admin", features: new Set(["API_ACCESS"]) });
    expect(after?.principal.memberId).toBe(before?.principal.memberId);
    expect(after?.principal.keyId).toBe(before?.principal.keyId);
    expect(await find(secret("changed-bob")), "members that the file leaves out stay").not.toBeNull();
    const channels = await opened.db
      .selectFrom("channels")
      .select(["id", "is_default"])
      .where("workspace_id", "=", after?.principal.workspaceId ?? "")
      .orderBy("id")
      .execute();
    expect(channels).toEqual([
      { id: "second", is_default: true },
      { id: "wa-changed", is_default: false },
    ]);
  });

  test("gives a channel its templates, once, and leaves alone what the provider told", async () => {
    const components = [{ type: "BODY" as const, text: "Oi {{1}}" }];
    const [hello, bye] = ["hello", "bye"].map((name) => ({ name, language: "pt_BR", components }));
    const told = async () => {
      const record = await find(secret("templates-ana"));
      const rows = await opened.store.templates.list(record?.principal.workspaceId ?? "");
      return rows.map(({ name, status, syncedAt }) => `${name} ${status}${syncedAt === null ? "" : " told"}`);
    };
    await apply(
      withTemplates(
        [hello, bye].flatMap((each) => each ?? []),
        "1022",
      ),
    );
    expect(await told()).toEqual(["bye approved", "hello approved"]);
    const before = await snapshot();
    await apply(withTemplates([hello, bye].flatMap((each) => each ?? [])));
    expect(await snapshot()).toEqual(before);
    const record = await find(secret("templates-ana"));
    await opened.store.templates.replaceSynced(record?.principal.workspaceId ?? "", "wa", [
      { name: "hello", language: "pt_BR", category: "utility", status: "paused", components },
    ]);
    await apply(withTemplates(hello === undefined ? [] : [{ ...hello, status: "approved" }]));
    expect(await told()).toEqual(["hello paused told"]);
  });

  test("that no longer says a key is revoked leaves it so; a null takes its expiry away", async () => {
    const ana = (change: object) => ({
      members: [
        {
          email: "a@b.test",
          name: "A",
          role: "owner" as const,
          keys: [{ name: "k", secret: secret("gone"), ...change }],
        },
      ],
    });
    for (const change of [{ expiresAt: "2030-01-01T00:00:00Z", revoked: true }, {}]) {
      await apply({ workspaces: [{ slug: "gone", name: "Gone", ...ana(change) }] });
      expect(await find(secret("gone"))).toMatchObject({ revoked: true, expiresAt: "2030-01-01T00:00:00.000Z" });
    }
    await apply({ workspaces: [{ slug: "gone", name: "Gone", ...ana({ expiresAt: null, revoked: false }) }] });
    expect(await find(secret("gone"))).toMatchObject({ revoked: false, expiresAt: null });
  });

  test("that takes another member's key changes nothing and names the place", async () => {
    await apply({ workspaces: [workspace("owner")] });
    const before = await snapshot();
    const thief = {
      ...workspace("thief"),
      members: [
        { email: "t@t", name: "T", role: "owner" as const, keys: [{ name: "k", secret: secret("owner-ana") }] },
      ],
    };
    await expect(apply({ workspaces: [{ slug: "fine", name: "Fine" }, thief] })).rejects.toThrow(
      "acme.json:/workspaces/1/members/0/keys/0/secret: this secret is the key of another member",
    );
    expect(await snapshot()).toEqual(before);
  });

  test.each([
    ["no slug", { slug: undefined }, '/workspaces/0: "slug" is missing'],
    ["an unknown key", { feature: [] }, '/workspaces/0: "feature" is not known here'],
    ["a slug with spaces", { slug: "a b" }, "/workspaces/0/slug: must match pattern"],
    ["an unknown time zone", { timeZone: "Mars/Olympus" }, "/workspaces/0/timeZone: must be an IANA time zone"],
    ["no language tag", { locale: "português" }, "/workspaces/0/locale: must be a language tag"],
    ["an unknown feature", { features: ["API"] }, "/workspaces/0/features/0: must be one of: API_ACCESS"],
    ["a negative quota", { quotas: { pipelines: -1 } }, "/workspaces/0/quotas/pipelines: must be >= 0"],
    ["an unknown role", member({ role: "boss" }), "/workspaces/0/members/0/role: must be one of: owner, admin"],
    [
      "an unknown permission",
      member({ permissions: { deny: ["deal.edit"] } }),
      "/workspaces/0/members/0/permissions/deny/0: must be one of",
    ],
    ["no e-mail address", member({ email: "ana" }), "/workspaces/0/members/0/email: must be an e-mail address"],
    [
      "a secret that no header carries",
      ownerKey({ secret: `é${secret("k")}` }),
      "/workspaces/0/members/0/keys/0/secret: must be of visible ASCII characters",
    ],
    ["NUL in a name", member({ name: "A\0" }), "/workspaces/0/members/0/name: must be text without NUL"],
    [
      "a short secret",
      ownerKey({ secret: "short" }),
      "/workspaces/0/members/0/keys/0/secret: must NOT have fewer than 32 characters",
    ],
    [
      "a date without a time",
      ownerKey({ expiresAt: "2030-01-01" }),
      "/workspaces/0/members/0/keys/0/expiresAt: must be a date and time",
    ],
    [
      "hours that end early",
      { businessHours: { days: [{ weekday: 1, from: "18:00", to: "09:00" }] } },
      '/workspaces/0/businessHours/days/0: "to" must be later',
    ],
    [
      "a weekday of 8",
      { businessHours: { days: [{ weekday: 8, from: "08:00", to: "09:00" }] } },
      "/workspaces/0/businessHours/days/0/weekday: must be <= 7",
    ],
    [
      "two default channels",
      { channels: [1, 2].map((n) => ({ id: `${n}`, kind: "w", name: "n", isDefault: true })) },
      "/workspaces/0/channels/1/isDefault: an earlier channel",
    ],
    [
      "a template without components",
      channelWith([{ name: "a", language: "pt_BR", components: [] }]),
      "/workspaces/0/channels/0/templates/0/components: must NOT have fewer than 1 items",
    ],
    [
      "a template twice",
      channelWith([TEMPLATE, TEMPLATE]),
      "/workspaces/0/channels/0/templates/1: this template is in an earlier place",
    ],
    [
      "a template that cannot be stored",
      channelWith([{ ...TEMPLATE, components: [{ type: "BODY", text: "a\0" }] }]),
      "/workspaces/0/channels/0/templates/0/components: must hold text without NUL",
    ],
    [
      "51 loss reasons",
      { lossReasons: Array.from({ length: 51 }, () => "x") },
      "/workspaces/0/lossReasons: must NOT have more than 50 items",
    ],
  ])("with %s is refused with the place", (_, change, message) => {
    const text = JSON.stringify({ workspaces: [{ slug: "a", name: "A", ...change }] });
    expect(() => parseProvisionFile(text, "acme.json")).toThrow(`acme.json:${message}`);
  });

  test("names every mistake at once, one a line", () => {
    const text = JSON.stringify({ workspaces: [{ slug: "a" }, { slug: "A", name: "" }] });
    expect(() => parseProvisionFile(text, "f.json")).toThrow(ProvisionError);
    try {
      parseProvisionFile(text, "f.json");
    } catch (error) {
      expect(String(error).split("\n")).toHaveLength(3);
    }
  });

  test("finds what is there twice", () => {
    const twice = {
      ...workspace("a"),
      members: [
        { email: "a@b", name: "A", role: "owner" },
        { email: "A@B", name: "B", role: "owner" },
      ],
    };
    const text = JSON.stringify({ workspaces: [twice, workspace("a"), workspace("b"), workspace("b")] });
    const message = (() => {
      try {
        return String(parseProvisionFile(text, "f.json"));
      } catch (error) {
        return String(error);
      }
    })();
    expect(message).toContain("f.json:/workspaces/1/slug: this slug is used by an earlier workspace");
    expect(message).toContain("f.json:/workspaces/0/members/1/email: this e-mail address is used");
    expect(message).toContain("f.json:/workspaces/3/members/0/keys/0/secret: this secret is used by an earlier key");
  });

  test.each([
    ["a comma too many", '{\n  "workspaces": [,]\n}', "f.json:2:18: this is not JSON"],
    ["an end too early", '{"workspaces": [', "f.json:1:17: this is not JSON"],
    ["nothing in it", "", "f.json:1:1: this is not JSON"],
    ["no object", "[]", "f.json:/: must be object"],
  ])("with %s tells where, and quotes nothing", (_, text, message) => {
    expect(() => parseProvisionFile(text, "f.json")).toThrow(message);
  });

  test("may start with a byte order mark", () => {
    expect(parseProvisionFile('\uFEFF{"workspaces":[]}', "f.json")).toEqual({ workspaces: [] });
  });
});
