import { Type } from "typebox";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { envelope, page } from "../envelopes.ts";
import { AttachmentReceipt, DealAttachment } from "../resources/attachment.ts";
import { CreateNoteRequest, Note, UpdateNoteRequest } from "../resources/note.ts";
import type { Route } from "../route.ts";
import { cursor, dealBySeq, dealSeq, idOf, limit, PAGE_SIZES } from "./parameters.ts";

const group = { group: "Deals", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const read = { ...group, method: "GET", permission: null } as const;
const edit = { ...group, permission: "deals.edit" } as const;

const byNote = Type.Object({ seq: dealSeq(), noteId: idOf("the note", EXAMPLE_IDS.note) });

const MAX_ATTACHMENT_BYTES = 25 * 1024 * 1024;

export const NOTE_ROUTES = {
  listNotes: {
    ...read,
    client: "deals.listNotes",
    path: "/deals/{seq}/notes",
    summary: "Notes of a deal, newest first",
    description: "With their attachments. A note that is its attachments alone has an empty `content`.",
    params: dealBySeq(),
    query: Type.Object({ limit: limit(PAGE_SIZES.notes), cursor: cursor() }),
    success: { status: 200, schema: envelope(page(Note)) },
    errors: [400, 401, 403, 404, 429],
  },
  createNote: {
    ...edit,
    client: "deals.createNote",
    method: "POST",
    path: "/deals/{seq}/notes",
    summary: "Write a note on a deal, with files uploaded before",
    description:
      "By the key's member, and recorded in the deal's history as `NOTE_CREATED`. `content` or `attachments` is " +
      "needed; receipts are sent back as the upload answered them.",
    params: dealBySeq(),
    body: CreateNoteRequest,
    success: { status: 201, schema: envelope(Note) },
    errors: [400, 401, 403, 404, 429],
  },
  uploadNoteAttachment: {
    ...edit,
    client: "deals.uploadNoteAttachment",
    method: "POST",
    path: "/deals/{seq}/notes/attachments",
    summary: "Upload a file for a note; the answer is the receipt that the note repeats",
    description: "In the part `file` of a form. A file that no note takes is removed after a day.",
    params: dealBySeq(),
    upload: { field: "file", maxBytes: MAX_ATTACHMENT_BYTES },
    success: { status: 201, schema: envelope(AttachmentReceipt) },
    errors: [400, 401, 403, 404, 429],
  },
  getNote: {
    ...read,
    client: "deals.getNote",
    path: "/deals/{seq}/notes/{noteId}",
    summary: "One note of a deal",
    description: "With its author and its attachments.",
    params: byNote,
    success: { status: 200, schema: envelope(Note) },
    errors: [400, 401, 403, 404, 429],
  },
  updateNote: {
    ...edit,
    client: "deals.updateNote",
    method: "PATCH",
    path: "/deals/{seq}/notes/{noteId}",
    summary: "Change a note's text",
    description: "Its attachments and its author stay.",
    params: byNote,
    body: UpdateNoteRequest,
    success: { status: 200, schema: envelope(Note) },
    errors: [400, 401, 403, 404, 429],
  },
  deleteNote: {
    ...edit,
    client: "deals.deleteNote",
    method: "DELETE",
    path: "/deals/{seq}/notes/{noteId}",
    summary: "Remove a note and its attachments for good",
    description: "The deal's history keeps that there was one.",
    params: byNote,
    success: { status: 204, schema: null },
    errors: [400, 401, 403, 404, 429],
  },
  listDealAttachments: {
    ...read,
    client: "deals.listAttachments",
    path: "/deals/{seq}/attachments",
    summary: "Files of a deal, newest first",
    description: "Also those that no note has taken yet, whose `noteId` is null.",
    params: dealBySeq(),
    query: Type.Object({ limit: limit(PAGE_SIZES.attachments), cursor: cursor() }),
    success: { status: 200, schema: envelope(page(DealAttachment)) },
    errors: [400, 401, 403, 404, 429],
  },
  downloadDealAttachment: {
    ...read,
    client: "deals.downloadAttachment",
    path: "/deals/{seq}/attachments/{id}",
    summary: "The content of a deal's file",
    description: "The bytes as they were uploaded, under their name and content type. `id` is the receipt's `key`.",
    params: Type.Object({ seq: dealSeq(), id: idOf("the file, the `key` of its receipt", EXAMPLE_IDS.attachment) }),
    success: { status: 200, schema: null, binary: true },
    errors: [400, 401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
