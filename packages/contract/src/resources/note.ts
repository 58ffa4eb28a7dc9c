import { Type } from "typebox";
import { dateTime, nullable } from "../schema.ts";
import { AttachmentReceipt } from "./attachment.ts";

export const NoteAttachment = Type.Object({
  id: Type.String(),
  name: Type.String(),
  contentType: Type.String(),
  size: Type.Integer(),
});

/** Contract, "Note". `content` is empty in a note that is its attachments alone. */
export const Note = Type.Object({
  id: Type.String(),
  dealId: Type.String(),
  content: Type.String(),
  authorMemberId: nullable(Type.String()),
  authorName: nullable(Type.String()),
  attachments: Type.Array(NoteAttachment),
  createdAt: dateTime(),
  updatedAt: dateTime(),
});

const content = () => nullable(Type.String({ maxLength: 10_000 }));

/** At least one of the two. */
export const CreateNoteRequest = Type.Object({
  content: Type.Optional(content()),
  attachments: Type.Optional(nullable(Type.Array(AttachmentReceipt, { maxItems: 50 }))),
});

export const UpdateNoteRequest = Type.Object({ content: content() });
