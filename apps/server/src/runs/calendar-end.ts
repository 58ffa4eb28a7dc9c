/** The last second that calendars and databases agree about, Unix ms: whatever is due later is due then. */
export const CALENDAR_END = Date.parse("9999-12-31T23:59:59Z");
