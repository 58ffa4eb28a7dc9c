import { PAGE_SIZES } from "@trilho/contract";
import type { NoteService } from "./service.ts";
import type { Handlers } from "../../../platform/http/handlers.ts";

type NoteOperation =
  | "listNotes"
  | "createNote"
  | "uploadNoteAttachment"
  | "getNote"
  | "updateNote"
  | "deleteNote"
  | "listDealAttachments"
  | "downloadDealAttachment";

export const noteHandlers = (service: NoteService): Pick<Handlers, NoteOperation> => ({
  listNotes: ({ principal, params, query }) =>
    service.list(principal, params.seq, { limit: PAGE_SIZES.notes.default, ...query }),
  createNote: ({ principal, params, body }) => service.create(principal, params.seq, body),
  uploadNoteAttachment: ({ principal, params, body }) => service.upload(principal, params.seq, body),
  getNote: ({ principal, params }) => service.get(principal, params.seq, params.noteId),
  updateNote: ({ principal, params, body }) => service.update(principal, params.seq, params.noteId, body),
  deleteNote: ({ principal, params }) => service.delete(principal, params.seq, params.noteId),
  listDealAttachments: ({ principal, params, query }) =>
    service.attachments(principal, params.seq, { limit: PAGE_SIZES.attachments.default, ...query }),
  downloadDealAttachment: ({ principal, params }) => service.download(principal, params.seq, params.id),
});
