import multipart, { type Multipart, type MultipartFile } from "@fastify/multipart";
import type { FileContent, Upload } from "@trilho/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { invalid } from "../../service/outcome.ts";
import { Refusal } from "../answers/errors.ts";

/** What parts cost besides their content: boundaries, headers, small fields of clients that send more than asked. */
const MAX_OVERHEAD_BYTES = 64 * 1024;
const MAX_NAME_LENGTH = 255;
const UNKNOWN_TYPE = "application/octet-stream";

/** Lets the routes of this instance take `multipart/form-data`, and nothing else. */
export async function readFilesOnly(api: FastifyInstance): Promise<void> {
  api.removeAllContentTypeParsers();
  await api.register(multipart);
  api.addContentTypeParser("*", async () => {
    throw notMultipart();
  });
}

/**
 * The one file of a request. Throws the refusal of anything else: 415 for another content type, 413 for a file that is
 * too large, 400 for no file, for several, and for a body that cannot be read.
 */
export async function readUpload(request: FastifyRequest, { field, maxBytes }: Upload): Promise<FileContent> {
  if (!request.isMultipart()) throw notMultipart();
  if (Number(request.headers["content-length"]) > maxBytes + MAX_OVERHEAD_BYTES) throw tooLarge(maxBytes);
  try {
    const file = await onlyFile(request, field, maxBytes);
    if (file === null) throw badPart(field, "is required: a file in the part of this name");
    return file;
  } catch (error) {
    throw error instanceof Refusal ? error : refusalOf(error, field, maxBytes);
  } finally {
    // What is left of a refused body is read and dropped, so that the client gets to see the answer.
    request.raw.unpipe();
    request.raw.resume();
  }
}

async function onlyFile(request: FastifyRequest, field: string, maxBytes: number): Promise<FileContent | null> {
  let found: FileContent | null = null;
  const limits = { files: 1, fileSize: maxBytes, fields: 20, fieldSize: 1024, fieldNameSize: 100, headerPairs: 50 };
  for await (const part of request.parts({ limits, preservePath: true })) {
    if (!isFile(part)) continue;
    const content = await part.toBuffer();
    if (part.fieldname !== field) throw badPart(part.fieldname, `is not expected: the file's part is named ${field}`);
    // Browsers send an empty part for a form in which no file was chosen.
    if (content.length === 0 && !part.filename) continue;
    found = { name: fileName(part.filename), mimeType: mediaType(part.mimetype), content };
  }
  return found;
}

const isFile = (part: Multipart): part is MultipartFile => part.type === "file";

const notMultipart = (): Refusal =>
  new Refusal({ code: "BAD_REQUEST", status: 415, message: "Send the file as multipart/form-data." });

const tooLarge = (maxBytes: number): Refusal =>
  new Refusal({
    code: "BAD_REQUEST",
    status: 413,
    message: `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`,
  });

const badPart = (field: string, message: string): Refusal => new Refusal(invalid([{ field, message }]));

/** Whatever else goes wrong in reading is wrong with what was sent. */
function refusalOf(error: unknown, field: string, maxBytes: number): Refusal {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "FST_REQ_FILE_TOO_LARGE") return tooLarge(maxBytes);
  if (code === "FST_FILES_LIMIT") return badPart(field, "is given more than once: send one file");
  return new Refusal({ code: "BAD_REQUEST", message: "The body cannot be read as multipart/form-data." });
}

/** The last part of what may be a path, without what no file system, header or database takes. */
export function fileName(given: string | undefined): string {
  const last =
    (given ?? "")
      .replaceAll(/\p{Surrogate}/gu, "\uFFFD")
      .split(/[\\/]/)
      .at(-1) ?? "";
  // Control, format (text direction) and unassigned characters make a name look like another one.
  const name = last.replaceAll(/[\p{Cc}\p{Cf}\p{Cn}\u{2028}\u{2029}]/gu, "").trim();
  return isOnlyDots(name) ? "file" : shortened(name);
}

const isOnlyDots = (name: string): boolean => /^\.*$/.test(name);

/** Keeps the ending, which says what a file is. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_NAME_LENGTH) return name;
  const ending = [...(/\.[^.]{1,16}$/.exec(name)?.[0] ?? "")];
  return [...characters.slice(0, MAX_NAME_LENGTH - ending.length), ...ending].join("");
}

/** `image/png` of `Image/PNG; q=1`; what is no media type says nothing. */
function mediaType(given: string): string {
  const type = given.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/.test(type) ? type : UNKNOWN_TYPE;
}
