import { randomBytes } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { type Kysely, Migrator, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { fail, onServer } from "../testing/open-test-store.ts";
import { migrate, MIGRATIONS } from "./migrate.ts";
import { kyselyOnPglite } from "./pglite.ts";
import { openPool } from "./postgres.ts";
import type { Database } from "./schema.ts";

interface Opened {
  db: Kysely<Database>;
  close(): Promise<void>;
}

const openOnServer = async (): Promise<Opened> => {
  const name = `trilho_test_${randomBytes(6).toString("hex")}`;
  const server = inject("embeddedUrl");
  await onServer(new URL(server), `create database ${name}`);
  const db = openPool(Object.assign(new URL(server), { pathname: name }).href, fail);
  return {
    db,
    async close() {
      await db.destroy();
      await onServer(new URL(server), `drop database ${name} with (force)`);
    },
  };
};

const openLite = async (): Promise<Opened> => {
  const db = kyselyOnPglite(await PGlite.create({ extensions: { btree_gin, pg_trgm } }));
  return { db, close: () => db.destroy() };
};

const DEALS = 4500;

describe.each([["embedded", openOnServer] as const, ["pglite", openLite] as const])(
  "deals that were there before their texts on %s",
  (_, open) => {
    let opened: Opened;
    const found = async (query: string) => (await sql.raw(query).execute(opened.db)).rows;

    beforeAll(async () => {
      opened = await open();
      const { db } = opened;
      const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
      const { error } = await migrator.migrateTo("0018-webhook-deliveries");
      expect(error).toBeUndefined();
      await sql`insert into workspaces (id, slug, name, time_zone, locale, features, quotas, loss_reasons)
      values ('w', 'w', 'W', 'UTC', 'en', '[]', '{}', '[]')`.execute(db);
      await sql`insert into members (workspace_id, id, email, name, role, permissions, visibility, active)
      values ('w', 'm', 'm@example.com', 'M', 'owner', '{}', 'all', true)`.execute(db);
      await sql`insert into pipelines (workspace_id, id, seq, position, name, is_default, behaviors)
      values ('w', 'p', 1, 1, 'P', true, '[]')`.execute(db);
      await sql`insert into stages (workspace_id, id, pipeline_id, seq, position, name, color, is_won, is_lost)
      values ('w', 's', 'p', 1, 1, 'S', '#000000', false, false)`.execute(db);
      await sql`insert into contacts (workspace_id, id, seq, search_text) values ('w', 'c', 1, 'joão conceição')`.execute(
        db,
      );
      // The newest have the lowest numbers.
      await sql`insert into deals (workspace_id, id, seq, name, search_text, value, currency, close_probability, source,
        status, pipeline_id, stage_id, contact_id, responsible_user_id, custom_fields, created_at)
      select 'w', 'd' || n, n, 'D', 'deal ' || n, 0, 'BRL', 0, 'api', 'won', 'p', 's', case when n % 2 = 0 then 'c' end,
        'm', case when n <= 99 then jsonb_build_object('f' || n % 7, n) else '{}' end, timestamptz '2026-01-01' - n * interval '1 minute'
      from generate_series(1, ${sql.lit(DEALS)}) as n`.execute(db);
      await migrate(db);
    }, 120_000);
    afterAll(() => opened.close());

    test("have the text of their own and their contact's", async () => {
      expect(
        await found(`select seq from deals left join deal_texts as texts using (workspace_id, seq)
        where texts.text is distinct from deal_text(workspace_id, deals.search_text, deals.contact_id)
          or texts.created_at is distinct from deals.created_at`),
      ).toEqual([]);
    });

    test("are in blocks by their time, whatever their numbers", async () => {
      expect(await found(`select start <= '2026-01-01' as is_begun from deal_blocks`)).toEqual([{ is_begun: true }]);
      expect(
        await found(`select block = 0 as is_oldest, count(*)::integer, max(seq) - min(seq) + 1 as span from deal_texts
        group by block order by is_oldest`),
      ).toEqual([
        { is_oldest: false, count: DEALS - 4095, span: DEALS - 4095 },
        { is_oldest: true, count: 4095, span: 4095 },
      ]);
    });

    test("are marked with their filled fields as new ones are", async () => {
      const stored = `select mark, created_at, seq from deal_marks`;
      const made = `select mark, created_at, seq from deals, deal_value_marks(workspace_id, custom_fields) as mark`;
      expect(await found(`(${stored} except ${made}) union all (${made} except ${stored})`)).toEqual([]);
      expect(
        await found(`select part, mark, filled from deal_shapes except
        select shape.* from deals, deal_shapes_of(workspace_id, custom_fields) as shape`),
      ).toEqual([]);
    });
  },
);
