import type {
  AttachmentReceipt,
  CreateNoteRequest,
  DealAttachment,
  FileContent,
  Note,
  Operations,
  UpdateNoteRequest,
} from "@trilho/contract";
import type { Cursors, Position } from "../../../platform/security/cursors.ts";
import { ofDeal } from "../../reference/of-deal.ts";
import { Download } from "../../../platform/service/files.ts";
import { actorOf } from "../../activities/history.ts";
import type { Principal, Viewer } from "../../../platform/security/principal.ts";
import { done, found, invalid, notFound, refused, type Outcome } from "../../../platform/service/outcome.ts";
import { readPage, type Page } from "../../../platform/service/page.ts";
import { receiptProblems } from "./receipts.ts";
import type { Atomic } from "../../../platform/service/atomic.ts";
import type { Lookups } from "../../reference/lookups.ts";
import type { NoteStore, AttachmentStore } from "./port.ts";

type Sized<Query> = Query & { limit: number };

/** Notes of deals and their files. `seq` is the deal's; a deal that the member may not see is not there. */
export interface NoteService {
  list(viewer: Principal, seq: number, query: Sized<Operations["listNotes"]["query"]>): Promise<Outcome<Page<Note>>>;
  get(viewer: Principal, seq: number, id: string): Promise<Outcome<Note>>;
  create(author: Principal, seq: number, body: CreateNoteRequest): Promise<Outcome<Note>>;
  update(editor: Principal, seq: number, id: string, body: UpdateNoteRequest): Promise<Outcome<Note>>;
  delete(editor: Principal, seq: number, id: string): Promise<Outcome<null>>;
  upload(author: Principal, seq: number, file: FileContent): Promise<Outcome<AttachmentReceipt>>;
  attachments(
    viewer: Principal,
    seq: number,
    query: Sized<Operations["listDealAttachments"]["query"]>,
  ): Promise<Outcome<Page<DealAttachment>>>;
  download(viewer: Principal, seq: number, id: string): Promise<Outcome<Download>>;
}

export interface NoteServiceParts {
  store: Atomic<{ notes: NoteStore; attachments: AttachmentStore; lookups: Lookups }>;
  cursors: Cursors;
  /** Unix ms. */
  now: () => number;
}

/** How long an upload waits for its note. */
const UNUSED_FOR_MS = 24 * 60 * 60 * 1000;

export function createNoteService({ store, cursors, now }: NoteServiceParts): NoteService {
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
    list: (viewer, seq, query) => page(viewer, seq, query, "listNotes", store.notes),

    get: (viewer, seq, id) =>
      ofDeal(store.lookups.deal(viewer, seq), async ({ id: dealId }) =>
        found(await store.notes.get(viewer.workspaceId, dealId, id), "note"),
      ),

    create: (author, seq, { content, attachments }) =>
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

    update: (editor, seq, id, { content }) =>
      ofDeal(store.lookups.deal(editor, seq), async (deal) => {
        const outcome = await store.notes.update(editor.workspaceId, actorOf(editor), deal.id, id, (current) =>
          isBlank(content) && current.attachments.length === 0
            ? refused(invalid([NOTHING_TO_KEEP]))
            : done(content ?? ""),
        );
        return outcome ?? refused(notFound("note"));
      }),

    delete: (editor, seq, id) =>
      ofDeal(store.lookups.deal(editor, seq), async (deal) => {
        const isDeleted = await store.notes.delete(editor.workspaceId, actorOf(editor), deal.id, id);
        return isDeleted ? done(null) : refused(notFound("note"));
      }),

    async upload(author, seq, file) {
      const { workspaceId, memberId } = author;
      const outcome = await store.transaction(({ lookups, attachments }) =>
        ofDeal(lookups.holdDeal(author, seq), async (deal) =>
          done(await attachments.add(workspaceId, deal.id, { ...file, createdBy: memberId })),
        ),
      );
      if (outcome.ok) await store.attachments.removeUnused(workspaceId, new Date(now() - UNUSED_FOR_MS).toISOString());
      return outcome;
    },

    attachments: (viewer, seq, query) => page(viewer, seq, query, "listDealAttachments", store.attachments),

    download: (viewer, seq, id) =>
      ofDeal(store.lookups.deal(viewer, seq), async ({ id: dealId }) => {
        const file = await store.attachments.read(viewer.workspaceId, dealId, id);
        return file === null ? refused(notFound("attachment")) : done(new Download(file));
      }),
  };
}

const isBlank = (content: string | null | undefined): boolean => (content ?? "").trim() === "";

const NOTHING_TO_KEEP = { field: "content", message: "is required in a note without attachments" };
