import { DAY_MS } from "@trilho/engine";
import type { Cursors, Position } from "../../../platform/security/cursors.ts";
import { ofDeal } from "../../reference/of-deal.ts";
import { Download } from "../../../platform/service/files.ts";
import { actorOf } from "../../activities/history.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { done, found, invalid, notFound, refused, type Outcome } from "../../../platform/service/outcome.ts";
import { readPage, type Page } from "../../../platform/service/page.ts";
import { receiptProblems } from "./receipts.ts";
import type { Atomic } from "../../../platform/service/atomic.ts";
import type { Lookups } from "../../reference/lookups.ts";
import type { NoteStore, AttachmentStore } from "./port.ts";
import type { Handlers } from "../../../platform/service/handlers.ts";

type NoteOperation =
  | "listNotes"
  | "createNote"
  | "uploadNoteAttachment"
  | "getNote"
  | "updateNote"
  | "deleteNote"
  | "listDealAttachments"
  | "downloadDealAttachment";

export interface NoteServiceParts {
  store: Atomic<{ notes: NoteStore; attachments: AttachmentStore; lookups: Lookups }>;
  cursors: Cursors;
  /** Unix ms. */
  now: () => number;
}

/** How long an upload waits for its note. */
const UNUSED_FOR_MS = DAY_MS;

/** Notes of deals and their files. `seq` is the deal's; a deal that the member may not see is not there. */
export function createNoteService({ store, cursors, now }: NoteServiceParts): Pick<Handlers, NoteOperation> {
  const page = <Item extends { id: string; createdAt: string }>(
    viewer: Viewer,
    seq: number,
    { limit, cursor }: { limit: number; cursor?: string },
    operationId: string,
    from: { list(workspaceId: string, dealId: string, limit: number, after: Position | null): Promise<Item[]> },
  ): Promise<Outcome<Page<Item>>> =>
    ofDeal(store.lookups.deal(viewer, seq), ({ id: dealId }) =>
      readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId: viewer.workspaceId, operationId, filters: { dealId } },
        read: (count, after) => from.list(viewer.workspaceId, dealId, count, after),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
        present: (item) => item,
      }),
    );

  return {
    listNotes: ({ principal: viewer, params: { seq }, query }) => page(viewer, seq, query, "listNotes", store.notes),

    getNote: ({ principal: viewer, params: { seq, noteId: id } }) =>
      ofDeal(store.lookups.deal(viewer, seq), async ({ id: dealId }) =>
        found(await store.notes.get(viewer.workspaceId, dealId, id), "note"),
      ),

    createNote: ({ principal: author, params: { seq }, body: { content, attachments } }) =>
      store.transaction(({ lookups, notes, attachments: files }) =>
        ofDeal(lookups.holdDeal(author, seq), async (deal) => {
          const { workspaceId, memberId } = author;
          const receipts = attachments ?? [];
          if (isBlank(content) && receipts.length === 0) return refused(invalid([NOTHING_TO_KEEP]));
          const keys = receipts.map(({ key }) => key);
          const problems = receiptProblems(receipts, await files.hold(workspaceId, deal.id, keys));
          if (problems.length > 0) return refused(invalid(problems));
          const note = { dealId: deal.id, content: content ?? "", authorMemberId: memberId, attachmentIds: keys };
          return done(await notes.create(workspaceId, actorOf(author), note));
        }),
      ),

    updateNote: ({ principal: editor, params: { seq, noteId: id }, body: { content } }) =>
      ofDeal(store.lookups.deal(editor, seq), async (deal) => {
        const outcome = await store.notes.update(editor.workspaceId, actorOf(editor), deal.id, id, (current) =>
          isBlank(content) && current.attachments.length === 0
            ? refused(invalid([NOTHING_TO_KEEP]))
            : done(content ?? ""),
        );
        return outcome ?? refused(notFound("note"));
      }),

    deleteNote: ({ principal: editor, params: { seq, noteId: id } }) =>
      ofDeal(store.lookups.deal(editor, seq), async (deal) => {
        const isDeleted = await store.notes.delete(editor.workspaceId, actorOf(editor), deal.id, id);
        return isDeleted ? done(null) : refused(notFound("note"));
      }),

    async uploadNoteAttachment({ principal: author, params: { seq }, body: file }) {
      const { workspaceId, memberId } = author;
      const outcome = await store.transaction(({ lookups, attachments }) =>
        ofDeal(lookups.holdDeal(author, seq), async (deal) =>
          done(await attachments.add(workspaceId, deal.id, { ...file, createdBy: memberId })),
        ),
      );
      if (outcome.ok) await store.attachments.removeUnused(workspaceId, new Date(now() - UNUSED_FOR_MS).toISOString());
      return outcome;
    },

    listDealAttachments: ({ principal: viewer, params: { seq }, query }) =>
      page(viewer, seq, query, "listDealAttachments", store.attachments),

    downloadDealAttachment: ({ principal: viewer, params: { seq, id } }) =>
      ofDeal(store.lookups.deal(viewer, seq), async ({ id: dealId }) => {
        const file = await store.attachments.read(viewer.workspaceId, dealId, id);
        return file === null ? refused(notFound("attachment")) : done(new Download(file));
      }),
  };
}

const isBlank = (content: string | null | undefined): boolean => (content ?? "").trim() === "";

const NOTHING_TO_KEEP = { field: "content", message: "is required in a note without attachments" };
