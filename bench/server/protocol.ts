/** A server that answers always the same. */
export interface FixedOrder {
  readonly kind: "raw" | "bare";
  readonly status: number;
  readonly answer: string;
}

/** Ours, on a database. */
export interface OwnOrder {
  readonly kind: "ours";
  readonly databaseUrl: string;
  readonly serverSecret: string;
  /** Answers from memory what the database answered first. */
  readonly remembered: boolean;
  /** Beside the API, the editor's build from this folder. */
  readonly editorDir?: string;
}

/** The same of deals alone, written by hand for it. */
export interface HandwrittenOrder {
  readonly kind: "handwritten";
  readonly databaseUrl: string;
  readonly serverSecret: string;
}

/** What a server under measurement is told when it starts, as JSON in its first argument. */
export type Order = FixedOrder | OwnOrder | HandwrittenOrder;

/** What it says: its port once it listens, and its processor time whenever it is asked. */
export type Message = { readonly port: number } | { readonly cpuUs: number };
