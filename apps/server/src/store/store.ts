import { type Kysely, sql } from "kysely";
import type { Store } from "../domain/ports.ts";
import { createSealer } from "../security/sealer.ts";
import { createAutomationStore } from "./automation-store.ts";
import { createFileStore } from "./file-store.ts";
import { createKeyStore } from "./key-store.ts";
import { createReferenceStore } from "./reference-store.ts";
import type { Database } from "./schema.ts";
import { inTransaction } from "./transaction.ts";

/** The domain's storage on a migrated database. Secrets are sealed under `serverSecret`. */
export function createStore(db: Kysely<Database>, serverSecret: string, onLostTouch: (error: unknown) => void): Store {
  return {
    keys: createKeyStore(db, onLostTouch),
    automations: createAutomationStore(db, createSealer(serverSecret, "secrets")),
    reference: createReferenceStore(db),
    files: createFileStore(db),
    transaction: (work) => inTransaction(db, (trx) => work(createStore(trx, serverSecret, onLostTouch))),
    async ping() {
      await sql`select 1`.execute(db);
    },
  };
}
