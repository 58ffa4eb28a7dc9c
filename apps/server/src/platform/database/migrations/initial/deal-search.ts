import { ofWorkspace, workspaceId } from "./columns.ts";

/** How many deals a block holds: a look into its texts costs as much as reading some fifty of them. */
const BLOCK = 4096;

/** How many sets of filled fields stand for all that a deal has filled. */
const PARTS = 4;

/*
 * What a deal can be found by beyond its columns has a mark: each value of its custom fields, each part of a date that
 * stands for a span of time, each tag, and which of its fields are filled. The deals of a mark stand in the order of the
 * list. A mark hashes its workspace with it; who reads one asks the deals again.
 */
const marks = [
  `create table deal_marks (
    mark bigint not null,
    created_at timestamptz(3) not null,
    seq integer not null,
    primary key (mark, created_at, seq)
  )`,
  // Which fields can be filled together. Where fields are filled or not as it happens, sets of all of them are nearly as
  // many as deals: each of a few parts of the fields has its own.
  `create table deal_shapes (
    ${ofWorkspace},
    part integer not null,
    mark bigint not null,
    filled text[] not null,
    primary key (workspace_id, part, mark)
  )`,
  // Of one value of one field (or tag, or set of filled fields) in one workspace.
  `create function deal_mark(workspace_id text, kind text, key text, value text) returns bigint
    language sql stable parallel safe as $$
      select ('x' || left(encode(sha256(convert_to(concat_ws(E'\\x1f', $1, $2, $3, $4), 'UTF8')), 'hex'), 16))::bit(64)::bigint
    $$`,
  // Which part a field is of.
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
  // All marks of a deal but those of its tags.
  `create function deal_value_marks(workspace_id text, custom_fields jsonb) returns setof bigint
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
  `create function deal_tag_marks(workspace_id text, deal_id text) returns setof bigint
    language sql stable parallel safe as $$
      select deal_mark($1, 'tag', '', tag_id) from deal_tags where deal_tags.workspace_id = $1 and deal_tags.deal_id = $2
    $$`,

  // Marks and shapes follow the deals and their tags; of many that are written at once, in one statement.
  `create function mark_new_deals() returns trigger language plpgsql as $$ begin
    insert into deal_shapes
      select distinct workspace_id, shape.* from added, deal_shapes_of(workspace_id, custom_fields) as shape
      on conflict do nothing;
    insert into deal_marks
      select mark, created_at, seq from added, deal_value_marks(workspace_id, custom_fields) as mark;
    return null;
  end $$`,
  `create function mark_changed_deal() returns trigger language plpgsql as $$ begin
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
  `create function unmark_deal() returns trigger language plpgsql as $$ begin
    delete from deal_marks where created_at = old.created_at and seq = old.seq and mark = any(array(
      select * from deal_value_marks(old.workspace_id, old.custom_fields)
      union select * from deal_tag_marks(old.workspace_id, old.id)));
    return old;
  end $$`,
  `create function mark_tagged_deals() returns trigger language plpgsql as $$ begin
    insert into deal_marks
      select deal_mark(added.workspace_id, 'tag', '', added.tag_id), deal.created_at, deal.seq
      from added cross join lateral (
        select created_at, seq from deals where deals.workspace_id = added.workspace_id and id = added.deal_id offset 0
      ) as deal
      on conflict do nothing;
    return null;
  end $$`,
  `create function unmark_untagged_deals() returns trigger language plpgsql as $$ begin
    delete from deal_marks where (mark, created_at, seq) in (
      select deal_mark(removed.workspace_id, 'tag', '', removed.tag_id), deal.created_at, deal.seq
      from removed cross join lateral (
        select created_at, seq from deals where deals.workspace_id = removed.workspace_id and id = removed.deal_id offset 0
      ) as deal);
    return null;
  end $$`,

  `create trigger mark_new_deals after insert on deals referencing new table as added
    for each statement execute function mark_new_deals()`,
  `create trigger mark_changed_deal after update on deals for each row
    when (old.custom_fields is distinct from new.custom_fields or old.created_at <> new.created_at)
    execute function mark_changed_deal()`,
  // Before, while its tags are known.
  `create trigger unmark_deal before delete on deals for each row execute function unmark_deal()`,
  `create trigger mark_tagged_deals after insert on deal_tags referencing new table as added
    for each statement execute function mark_tagged_deals()`,
  `create trigger unmark_untagged_deals after delete on deal_tags referencing old table as removed
    for each statement execute function unmark_untagged_deals()`,
];

/*
 * What a search looks through stands for each deal in the order of the list: texts of one block, a span of time, are
 * found by an index of their parts without those of all others. Parts are three letters, of any script; where a word
 * begins, one and two; of signs each.
 */
const texts = [
  // Named by the number of the deal that began it; what is older than all of them is block 0.
  `create table deal_blocks (
    ${ofWorkspace},
    start timestamptz(3) not null,
    block integer not null,
    primary key (workspace_id, start)
  )`,
  `create table deal_texts (
    ${workspaceId},
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

  // Texts follow the names of deals and what is searched of their contacts.
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

  // What waits to be sorted in is read by every look into a block: little may wait.
  `create index deal_texts_keys on deal_texts using gin (deal_text_keys(workspace_id, block, text)) with (fastupdate = on, gin_pending_list_limit = 64)`,
  // No two parts of texts are alike in what planners could know of them.
  `alter index deal_texts_keys alter column 1 set statistics 0`,
];

export const dealSearch = [...marks, ...texts];
