import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

/** How many deals a block holds: a look into its texts costs as much as reading some fifty of them. */
const BLOCK = 4096;

/** How many sets of filled fields stand for all that a deal has filled. */
const PARTS = 4;

/*
 * What a search looks through stands for each deal in the order of the list: texts of one block, a span of time, are
 * found by an index of their parts without those of all others. Parts are three letters, of any script; where a word
 * begins, one and two; of signs each.
 */
const texts = [
  // Named by the number of the deal that began it; what is older than all of them is block 0.
  `create table deal_blocks (
    workspace_id ${id} not null references workspaces on delete cascade,
    start timestamptz(3) not null,
    block integer not null,
    primary key (workspace_id, start)
  )`,
  `create table deal_texts (
    workspace_id ${id} not null,
    seq integer not null,
    block integer not null,
    created_at timestamptz(3) not null,
    text text not null,
    primary key (workspace_id, seq),
    foreign key (workspace_id, seq) references deals (workspace_id, seq) on delete cascade
  )`,
  // The first 24 bits are the block's, so that its keys are neighbours in the index.
  `create function deal_text_keys(workspace_id text, block integer, text text) returns bigint[]
    language plpgsql immutable strict parallel safe cost 10000 as $$
    declare
      common constant text := 'abcdefghijklmnopqrstuvwxyz0123456789 ';
      place constant bigint := hashtextextended(workspace_id, block) & ~1099511627775;
      letters constant text[] := string_to_array(text, null);
      count constant integer := cardinality(letters);
      is_sign boolean := strpos(common, letters[1]) = 0;
      is_next_sign boolean;
      parts text[] := '{}';
      keys bigint[] := '{}';
    begin
      for i in 1..count loop
        is_next_sign := i < count and strpos(common, letters[i + 1]) = 0;
        if is_sign then parts := parts || letters[i]; end if;
        if i < count and (is_sign or is_next_sign or letters[i] = ' ') then
          parts := parts || (letters[i] || letters[i + 1]);
        end if;
        if i + 1 < count then parts := parts || (letters[i] || letters[i + 1] || letters[i + 2]); end if;
        is_sign := is_next_sign;
      end loop;
      for i in 1..cardinality(parts) loop
        keys := keys || (place | (hashtextextended(parts[i], 0) & 1099511627775));
      end loop;
      return keys;
    end $$`,
  // Keys of parts alone. A function that indexes use must not call another, which it may not find while one is made.
  `create function deal_search_keys(workspace_id text, block integer, parts text[]) returns bigint[]
    language plpgsql immutable strict parallel safe as $$
    declare
      place constant bigint := hashtextextended(workspace_id, block) & ~1099511627775;
      keys bigint[] := '{}';
    begin
      for i in 1..cardinality(parts) loop
        keys := keys || (place | (hashtextextended(parts[i], 0) & 1099511627775));
      end loop;
      return keys;
    end $$`,
  // In plpgsql, which a session plans once, and not for each statement that calls them.
  `create function deal_block(workspace_id text, at timestamptz) returns integer
    language plpgsql stable parallel safe as $$ begin
      return coalesce((
        select block from deal_blocks where deal_blocks.workspace_id = $1 and start <= $2 order by start desc limit 1
      ), 0);
    end $$`,
  `create function deal_text(workspace_id text, name text, contact_id text) returns text
    language plpgsql stable parallel safe as $$ begin
      return concat(' ', $2, ' ', (select search_text from contacts where contacts.workspace_id = $1 and id = $3));
    end $$`,

  `create function add_deal_texts() returns trigger language plpgsql as $$ begin
    insert into deal_blocks
      select workspace_id, created_at, seq from added
      where seq % ${BLOCK} = 0 and created_at > coalesce((
        select max(start) from deal_blocks where deal_blocks.workspace_id = added.workspace_id), '-infinity')
      on conflict do nothing;
    -- Deals that are younger than the one that begins a block belong to it, however they were numbered.
    if found then
      update deal_texts set block = deal_block(deal_texts.workspace_id, deal_texts.created_at)
        from (
          select workspace_id, min(created_at) as start from added where seq % ${BLOCK} = 0 group by workspace_id
        ) as begun
        inner join deals on deals.workspace_id = begun.workspace_id and deals.created_at >= begun.start
        where deal_texts.workspace_id = deals.workspace_id and deal_texts.seq = deals.seq;
    end if;
    insert into deal_texts
      select workspace_id, seq, deal_block(workspace_id, created_at), created_at,
        deal_text(workspace_id, search_text, contact_id)
      from added;
    return null;
  end $$`,
  `create function change_deal_text() returns trigger language plpgsql as $$ begin
    update deal_texts
      set block = deal_block(new.workspace_id, new.created_at), created_at = new.created_at,
        text = deal_text(new.workspace_id, new.search_text, new.contact_id)
      where deal_texts.workspace_id = new.workspace_id and seq = new.seq;
    return null;
  end $$`,
  `create function change_texts_of_contact() returns trigger language plpgsql as $$ begin
    update deal_texts set text = deal_text(deals.workspace_id, deals.search_text, new.id)
      from deals
      where deals.workspace_id = new.workspace_id and deals.contact_id = new.id
        and deal_texts.workspace_id = deals.workspace_id and deal_texts.seq = deals.seq;
    return null;
  end $$`,
  `create trigger add_deal_texts after insert on deals referencing new table as added
    for each statement execute function add_deal_texts()`,
  `create trigger change_deal_text after update on deals for each row
    when (old.search_text <> new.search_text or old.contact_id is distinct from new.contact_id
      or old.created_at <> new.created_at)
    execute function change_deal_text()`,
  `create trigger change_texts_of_contact after update on contacts for each row
    when (old.search_text <> new.search_text) execute function change_texts_of_contact()`,

  `insert into deal_blocks
    select workspace_id, created_at, min(seq) from (
      select workspace_id, created_at, seq,
        row_number() over (partition by workspace_id order by created_at, seq) % ${BLOCK} = 0 as begins
      from deals
    ) as deals where begins group by workspace_id, created_at`,
  `insert into deal_texts
    select deals.workspace_id, deals.seq, deal_block(deals.workspace_id, deals.created_at), deals.created_at,
      concat(' ', deals.search_text, ' ', contacts.search_text)
    from deals left join contacts on contacts.workspace_id = deals.workspace_id and contacts.id = deals.contact_id`,
  // What waits to be sorted in is read by every look into a block: little may wait.
  `create index deal_texts_keys on deal_texts using gin (deal_text_keys(workspace_id, block, text)) with (fastupdate = on, gin_pending_list_limit = 64)`,
  // No two parts of texts are alike in what planners could know of them.
  `alter index deal_texts_keys alter column 1 set statistics 0`,
  `drop index if exists deals_text`,
];

/*
 * Which fields a deal has filled is told by four marks, each of a part of the fields, instead of by one: where fields are
 * filled or not as it happens, sets of all of them are nearly as many as deals.
 */
const shapes = [
  `delete from deal_marks where mark in (select mark from deal_shapes)`,
  `drop table deal_shapes`,
  `create table deal_shapes (
    workspace_id ${id} not null references workspaces on delete cascade,
    part integer not null,
    mark bigint not null,
    filled text[] not null,
    primary key (workspace_id, part, mark)
  )`,
  `create function deal_part(slug text) returns integer language sql immutable parallel safe as $$
    select (hashtextextended($1, 0) & ${PARTS - 1})::integer
  $$`,
  `create function deal_shapes_of(workspace_id text, custom_fields jsonb)
    returns table (part integer, mark bigint, filled text[]) language sql stable parallel safe as $$
      select part, deal_mark($1, 'filled', part::text, array_to_string(filled, E'\\x1f')), filled from (
        select part, coalesce(array_agg(key order by key collate "C") filter (where key is not null), '{}') as filled
        from generate_series(0, ${PARTS - 1}) as part
        left join jsonb_each($2) as field(key, value)
          on deal_part(key) = part and value not in ('null', '""', '[]')
        group by part
      ) as parts
    $$`,
  `create or replace function deal_value_marks(workspace_id text, custom_fields jsonb) returns setof bigint
    language sql stable parallel safe as $$
      select deal_mark($1, 'value', key, value::text) from jsonb_each($2)
      where jsonb_typeof(value) in ('string', 'number', 'boolean')
      union
      select deal_mark($1, 'value', key, item::text) from jsonb_each($2),
        lateral jsonb_array_elements(case jsonb_typeof(value) when 'array' then value else '[]' end) as item
      union
      select deal_mark($1, 'time', key, left(value #>> '{}', span)) from jsonb_each($2), unnest('{2,4,7,10}'::integer[]) as span
      where jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^\\d{4}-\\d\\d-\\d\\d'
      union
      select mark from deal_shapes_of($1, $2)
    $$`,
  `create or replace function mark_new_deals() returns trigger language plpgsql as $$ begin
    insert into deal_shapes
      select distinct workspace_id, shape.* from added, deal_shapes_of(workspace_id, custom_fields) as shape
      on conflict do nothing;
    insert into deal_marks
      select mark, created_at, seq from added, deal_value_marks(workspace_id, custom_fields) as mark;
    return null;
  end $$`,
  `create or replace function mark_changed_deal() returns trigger language plpgsql as $$ begin
    insert into deal_shapes
      select new.workspace_id, shape.* from deal_shapes_of(new.workspace_id, new.custom_fields) as shape
      on conflict do nothing;
    if old.created_at = new.created_at then
      delete from deal_marks where created_at = old.created_at and seq = old.seq and mark = any(array(
        select * from deal_value_marks(old.workspace_id, old.custom_fields)
        except select * from deal_value_marks(new.workspace_id, new.custom_fields)));
    else
      delete from deal_marks where created_at = old.created_at and seq = old.seq and mark = any(array(
        select * from deal_value_marks(old.workspace_id, old.custom_fields)
        union select * from deal_tag_marks(old.workspace_id, old.id)));
      insert into deal_marks
        select mark, new.created_at, new.seq from deal_tag_marks(new.workspace_id, new.id) as mark;
    end if;
    insert into deal_marks
      select mark, new.created_at, new.seq from deal_value_marks(new.workspace_id, new.custom_fields) as mark
      on conflict do nothing;
    return null;
  end $$`,
  `drop function deal_shape(text, jsonb)`,
  `drop function deal_filled(jsonb)`,
  `insert into deal_shapes
    select distinct workspace_id, shape.* from deals, deal_shapes_of(workspace_id, custom_fields) as shape`,
  `insert into deal_marks
    select shape.mark, created_at, seq from deals, deal_shapes_of(workspace_id, custom_fields) as shape
    on conflict do nothing`,
];

export const dealTexts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...texts, ...shapes]) await sql.raw(statement).execute(db);
  },
};
