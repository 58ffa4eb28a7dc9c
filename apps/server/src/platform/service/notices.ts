/** What was accepted and yet deserves a word: sentences in the workspace's language. */
export type Notices = readonly string[];

/** The envelope's `message`; null when there is nothing to say. */
export const messageOf = (notices: Notices = []): string | null => (notices.length === 0 ? null : notices.join(" "));
