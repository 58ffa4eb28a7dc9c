import type { Stamp } from "./column-types.ts";

export interface FileTables {
  /** Attachments, media and pictures. In the database, so that every process has them and one backup holds all. */
  files: {
    workspace_id: string;
    key: string;
    name: string;
    mime_type: string;
    size: number;
    content: Uint8Array;
    created_by: string | null;
    created_at: Stamp;
  };
}
