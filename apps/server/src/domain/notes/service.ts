import type {
  AttachmentReceipt,
  CreateNoteRequest,
  DealAttachment,
  FileContent,
  Note,
  Operations,
  UpdateNoteRequest,
} from "@trilho/contract";
import type { Cursors } from "../../security/cursors.ts";
import { Download } from "../files.ts";
import { actorOf } from "../history.ts";
import type { Principal } from "../model.ts";
import { done, found, invalid, notFound, refused, type Outcome } from "../outcome.ts";
import { readPage, type Page } from "../page.ts";
import type { Store } from "../ports.ts";
import { receiptProblems } from "./receipts.ts";

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
  store: Store;
  cursors: Cursors;
  /** Unix ms. */
  now: () => number;
}

/** How long an upload waits for its note. */
const UNUSED_FOR_MS = 24 * 60 * 60 * 1000;

export function createNoteService({ store, cursors, now }: NoteServiceParts): NoteService {
  return {
    async list(viewer, seq, { limit, cursor }) {
      const deal = await store.lookups.deal(viewer, seq);
      if (deal === null) return refused(notFound("deal"));
      const { workspaceId } = viewer;
      return readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId, operationId: "listNotes", filters: { dealId: deal.id } },
        read: (count, after) => store.notes.list(workspaceId, deal.id, count, after),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
        present: (note) => note,
      });
    },

    async get(viewer, seq, id) {
      const deal = await store.lookups.deal(viewer, seq);
      if (deal === null) return refused(notFound("deal"));
      return found(await store.notes.get(viewer.workspaceId, deal.id, id), "note");
    },

    create: (author, seq, { content, attachments }) =>
      store.transaction(async ({ lookups, notes, attachments: files }) => {
        const { workspaceId, memberId } = author;
        const deal = await lookups.holdDeal(author, seq);
        if (deal === null) return refused(notFound("deal"));
        const receipts = attachments ?? [];
        if (isBlank(content) && receipts.length === 0) return refused(invalid([NOTHING_TO_KEEP]));
        const keys = receipts.map(({ key }) => key);
        const problems = receiptProblems(receipts, await files.hold(workspaceId, deal.id, keys));
        if (problems.length > 0) return refused(invalid(problems));
        const note = { dealId: deal.id, content: content ?? "", authorMemberId: memberId, attachmentIds: keys };
        return done(await notes.create(workspaceId, actorOf(author), note));
      }),

    async update(editor, seq, id, { content }) {
      const deal = await store.lookups.deal(editor, seq);
      if (deal === null) return refused(notFound("deal"));
      const outcome = await store.notes.update(editor.workspaceId, actorOf(editor), deal.id, id, (current) =>
        isBlank(content) && current.attachments.length === 0
          ? refused(invalid([NOTHING_TO_KEEP]))
          : done(content ?? ""),
      );
      return outcome ?? refused(notFound("note"));
    },

    async delete(editor, seq, id) {
      const deal = await store.lookups.deal(editor, seq);
      if (deal === null) return refused(notFound("deal"));
      const isDeleted = await store.notes.delete(editor.workspaceId, actorOf(editor), deal.id, id);
      return isDeleted ? done(null) : refused(notFound("note"));
    },

    async upload(author, seq, file) {
      const { workspaceId, memberId } = author;
      const receipt = await store.transaction(async ({ lookups, attachments }) => {
        const deal = await lookups.holdDeal(author, seq);
        return deal && attachments.add(workspaceId, deal.id, { ...file, createdBy: memberId });
      });
      if (receipt === null) return refused(notFound("deal"));
      await store.attachments.removeUnused(workspaceId, new Date(now() - UNUSED_FOR_MS).toISOString());
      return done(receipt);
    },

    async attachments(viewer, seq, { limit, cursor }) {
      const deal = await store.lookups.deal(viewer, seq);
      if (deal === null) return refused(notFound("deal"));
      const { workspaceId } = viewer;
      return readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId, operationId: "listDealAttachments", filters: { dealId: deal.id } },
        read: (count, after) => store.attachments.list(workspaceId, deal.id, count, after),
        positionOf: ({ createdAt, id }) => ({ at: createdAt, id }),
        present: (file) => file,
      });
    },

    async download(viewer, seq, id) {
      const deal = await store.lookups.deal(viewer, seq);
      if (deal === null) return refused(notFound("deal"));
      const file = await store.attachments.read(viewer.workspaceId, deal.id, id);
      return file === null ? refused(notFound("attachment")) : done(new Download(file));
    },
  };
}

const isBlank = (content: string | null | undefined): boolean => (content ?? "").trim() === "";

const NOTHING_TO_KEEP = { field: "content", message: "is required in a note without attachments" };
