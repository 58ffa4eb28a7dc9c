import type { Route } from "@trilho/contract";
import { request, type Answer, type CallInit } from "../../../apps/server/src/app/testing/test-app.ts";
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

/** To the server itself, or to what stands for its address with `/api/v1`. */
export const send = (
  { api }: World,
  { method }: Route,
  { address, query, body, file }: Sent,
  through?: string,
): Promise<Answer> => {
  const init = file === undefined ? { json: body } : form(file);
  const path = address + queryText(query);
  return through === undefined
    ? api.call(method, path, init)
    : request(through + path, method, { key: api.key, ...init });
};

/** The smallest picture. */
const PICTURE: Omit<FilePart, "name"> = { filename: "a.gif", type: "image/gif", content: "GIF89a" };

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

/** A picture in the part where the route looks for it; odd ones have other names and contents, or come in another part. */
export function fileFor({ upload }: Route, oddity = 0, [filename, content, part]: readonly string[] = []): FilePart {
  const name = upload?.field ?? "";
  if (oddity === 0) return { ...PICTURE, name };
  const odd = { ...PICTURE, filename: filename ?? "", content: content ?? "" };
  return { ...odd, name: oddity === 1 ? name : (part ?? "") };
}
