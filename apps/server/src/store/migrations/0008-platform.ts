import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

const statements = [
  // What may be shown of a key, to tell it from others.
  `alter table api_keys add column hint text`,
  // Requests under an Idempotency-Key: `status` and `body` once they are answered.
  `create table idempotency_keys (
    workspace_id ${id} not null,
    key_id ${id} not null,
    operation_id text not null,
    idempotency_key text not null,
    request_digest text not null,
    status integer,
    body text,
    claim ${id} not null,
    claimed_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    primary key (workspace_id, key_id, operation_id, idempotency_key),
    foreign key (workspace_id, key_id) references api_keys on delete cascade
  )`,
  `create index idempotency_keys_expiry on idempotency_keys (expires_at)`,
  // Without foreign keys: requests without a good key are logged, too.
  `create table request_log (
    id bigint generated always as identity primary key,
    request_id ${id} not null,
    workspace_id ${id},
    key_id ${id},
    method text not null,
    path text not null,
    status integer not null,
    code text,
    ms real not null,
    at timestamptz(3) not null
  )`,
  `create index request_log_by_request on request_log (request_id)`,
  `create index request_log_by_time on request_log (at)`,
  // Counts of the current minute, written with every request: worth nothing after a crash, so not in the log either.
  `create unlogged table rate_limits (
    key text collate "C" primary key,
    points integer not null,
    expire bigint
  )`,
];

export const platform: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
