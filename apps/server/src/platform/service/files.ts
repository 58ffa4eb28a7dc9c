/** What is known of a kept file without reading it. `size` in bytes. */
export interface StoredFile {
  key: string;
  name: string;
  mimeType: string;
  size: number;
}

export interface NewFile {
  name: string;
  mimeType: string;
  content: Uint8Array;
  /** The member who brought it; null when nobody did. */
  createdBy: string | null;
}

/** Keeps files of a workspace. A key is made here, cannot be guessed, and names nothing elsewhere. */
export interface FileStore {
  put(workspaceId: string, file: NewFile): Promise<StoredFile>;
  find(workspaceId: string, key: string): Promise<StoredFile | null>;
  read(workspaceId: string, key: string): Promise<(StoredFile & { content: Uint8Array }) | null>;
  delete(workspaceId: string, key: string): Promise<void>;
}

/** An answer that is a file's content instead of JSON. */
export class Download {
  readonly file: StoredFile & { content: Uint8Array };

  constructor(file: StoredFile & { content: Uint8Array }) {
    this.file = file;
  }
}
