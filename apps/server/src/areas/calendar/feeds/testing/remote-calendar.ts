import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A calendar published on this machine, as its provider would. */
export interface RemoteCalendar {
  url: string;
  /** What it answers from now on. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** The same for content. */
  publish(text: string, headers?: Record<string, string>): void;
  /** Headers of the requests so far. */
  requests: IncomingMessage["headers"][];
  close(): Promise<void>;
}

export async function startRemoteCalendar(): Promise<RemoteCalendar> {
  const server = createServer((request, response) => {
    remote.requests.push(request.headers);
    remote.answer(request, response);
  });
  const remote: RemoteCalendar = {
    url: "",
    requests: [],
    answer: (_, response) => response.writeHead(404).end(),
    publish(text, headers = {}) {
      remote.answer = (_, response) =>
        response.writeHead(200, { "content-type": "text/calendar", ...headers }).end(text);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  remote.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-part/basic.ics`;
  return remote;
}

/** New York changes its clocks on 14 March and 7 November 2027. */
const TIME_ZONE = `BEGIN:VTIMEZONE
TZID:Eastern
BEGIN:DAYLIGHT
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
END:STANDARD
END:VTIMEZONE`;

/** An iCalendar file with these events, each given by its lines. */
export const calendarOf = (...events: string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    TIME_ZONE,
    ...events.map((lines) => `BEGIN:VEVENT\nDTSTAMP:20270101T000000Z\n${lines}\nEND:VEVENT`),
    "END:VCALENDAR\n",
  ]
    .join("\n")
    .replaceAll("\n", "\r\n");
