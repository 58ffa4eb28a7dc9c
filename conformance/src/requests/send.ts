import type { Route } from "@trilho/contract";
import type { Answer, CallInit } from "../../../apps/server/src/http/testing/test-app.ts";
import type { World } from "./world.ts";

/** A part of a form, as it is sent. */
export interface FilePart {
  name: string;
  filename: string;
  type: string;
  content: string;
}

/** A request of a route, whatever it holds. */
interface Sent {
  address: string;
  query?: unknown;
  body?: unknown;
  file?: FilePart;
}

export const send = ({ api }: World, { method }: Route, { address, query, body, file }: Sent): Promise<Answer> => {
  const init = file === undefined ? { json: body } : form(file);
  return api.call(method, address + queryText(query), init);
};

/** The smallest picture. */
export const PICTURE: Omit<FilePart, "name"> = { filename: "a.gif", type: "image/gif", content: "GIF89a" };

const quoted = (text: string): string => text.replaceAll(/["\r\n]/g, encodeURIComponent);

const form = ({ name, filename, type, content }: FilePart): CallInit => ({
  headers: { "content-type": "multipart/form-data; boundary=xYzZy" },
  raw: [
    "--xYzZy",
    `Content-Disposition: form-data; name="${quoted(name)}"; filename="${quoted(filename)}"`,
    `Content-Type: ${quoted(type)}`,
    "",
    content,
    "--xYzZy--",
    "",
  ].join("\r\n"),
});

/** Lists as `k=a&k=b`, objects as `k[key]=a`. */
function queryText(query: unknown): string {
  const search = new URLSearchParams();
  const write = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) write(name, item);
    else if (typeof value === "object" && value !== null) writeAll(value, (key) => `${name}[${key}]`);
    else search.append(name, String(value));
  };
  const writeAll = (values: object, nameOf: (key: string) => string): void => {
    for (const [key, value] of Object.entries(values)) write(nameOf(key), value);
  };
  if (typeof query === "object" && query !== null) writeAll(query, (key) => key);
  return search.size === 0 ? "" : `?${search}`;
}
