import type { Generated, GeneratedAlways } from "kysely";
import type { MaybeStamp, Stamp } from "./column-types.ts";

export interface DealWorkTables {
  notes: {
    workspace_id: string;
    id: string;
    deal_id: string;
    content: string;
    author_member_id: string | null;
    created_at: Stamp;
    updated_at: Stamp;
  };
  /** Files of deals. `id` is the file's key. */
  deal_attachments: {
    workspace_id: string;
    id: string;
    deal_id: string;
    note_id: string | null;
    created_at: Stamp;
  };
  tasks: {
    workspace_id: string;
    id: string;
    deal_id: string;
    title: string;
    description: string | null;
    due_at: MaybeStamp;
    /** When it is due, and the end of time for a task without a due date. */
    due_order: GeneratedAlways<Date>;
    assignee_user_id: string;
    category_name: string | null;
    category_color: string | null;
    done_at: MaybeStamp;
    done_by_user_id: string | null;
    created_by_user_id: string | null;
    /** The run of a test event made it. */
    is_test: Generated<boolean>;
    created_at: Stamp;
    updated_at: Stamp;
  };
}
