import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;
const stamps = `
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()`;

const statements = [
  `create table notes (
    workspace_id ${id} not null,
    id ${id} not null,
    deal_id ${id} not null,
    content text not null,
    author_member_id ${id},
    ${stamps},
    primary key (workspace_id, id),
    foreign key (workspace_id, deal_id) references deals on delete cascade
  )`,
  `create index notes_newest on notes (workspace_id, deal_id, created_at desc, id desc)`,
  // Files of deals, by the key they are kept under; without a note until one takes them.
  `create table deal_attachments (
    workspace_id ${id} not null,
    id ${id} not null,
    deal_id ${id} not null,
    note_id ${id},
    created_at timestamptz(3) not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, id) references files on delete cascade,
    foreign key (workspace_id, deal_id) references deals on delete cascade,
    foreign key (workspace_id, note_id) references notes on delete cascade
  )`,
  `create index deal_attachments_newest on deal_attachments (workspace_id, deal_id, created_at desc, id desc)`,
  `create index deal_attachments_of_note on deal_attachments (workspace_id, note_id)`,
  `create index deal_attachments_unused on deal_attachments (workspace_id, created_at) where note_id is null`,
  // "due_order" is where a task stands in lists: tasks without a due date come last.
  `create table tasks (
    workspace_id ${id} not null,
    id ${id} not null,
    deal_id ${id} not null,
    title text not null,
    description text,
    due_at timestamptz(3),
    due_order timestamptz(3) not null
      generated always as (coalesce(due_at, timestamptz '9999-12-31 23:59:59.999+00')) stored,
    assignee_user_id ${id} not null,
    category_name text,
    category_color text,
    done_at timestamptz(3),
    done_by_user_id ${id},
    created_by_user_id ${id},
    ${stamps},
    primary key (workspace_id, id),
    foreign key (workspace_id, deal_id) references deals on delete cascade,
    foreign key (workspace_id, assignee_user_id) references members
  )`,
  `create index tasks_of_deal on tasks (workspace_id, deal_id, due_order, id)`,
  `create index tasks_by_due on tasks (workspace_id, due_order, id)`,
  `create index tasks_pending on tasks (workspace_id, due_order, id) where done_at is null`,
  `create index tasks_of_assignee on tasks (workspace_id, assignee_user_id, due_order, id)`,
];

export const dealWork: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
