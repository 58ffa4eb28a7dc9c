import { ApiError, type Automation, type AutomationDraft, type Client } from "@trilho/api-client";
import { createStore, type StoreApi } from "zustand/vanilla";
import { contentOf, draftOf, isSameDraft, type Draft } from "../../document/draft/draft.ts";
import type { Synced } from "../../document/draft/synced.ts";
import { draftOfContent } from "../../document/draft/transfer.ts";

/** Changes of somebody else that cannot be merged by themselves. */
export interface DraftClash {
  /** What both started from, and theirs. */
  from: Draft;
  theirs: Draft;
  /** Who changed it; null for somebody whose name is not known. */
  by: string | null;
}

export interface DraftSyncState {
  /** "here": this device alone has the newest changes. "alone": the same for good, as the service keeps no drafts. */
  status: "saved" | "saving" | "here" | "alone";
  synced: Synced;
  clash: DraftClash | null;
}

/** A draft as it is edited here. */
export interface Edited {
  base: Automation;
  draft: Draft;
  /** Whether it has anything that is not published. */
  dirty: boolean;
}

export interface DraftSyncOptions {
  client: Pick<Client["automations"], "get" | "draft" | "saveDraft" | "discardDraft">;
  /** What the page opened with. */
  synced: Synced;
  current: () => Edited;
  /** Merges what fits by itself; `open` counts what a person must decide. */
  merge: (from: Draft, mine: Draft, theirs: Draft) => { merged: Draft; open: number };
  /** Puts a draft with changes of somebody else in place. */
  onMerged: (base: Automation, draft: Draft, by: string | null) => void;
  /** Somebody published the draft, or discarded it, and nothing was changed here since. */
  onGone: (stored: Automation) => void;
  /** Milliseconds after the last change, and between two looks at what others did. */
  saveAfterMs?: number;
  lookEveryMs?: number;
}

const SAVE_AFTER_MS = 2000;
const LOOK_EVERY_MS = 5000;

/** Keeps the draft of an automation at its service, and brings in what others change there meanwhile. */
export class DraftSync {
  readonly state: StoreApi<DraftSyncState>;
  readonly #options: DraftSyncOptions;
  /** What was sent last: the service's answer lacks credentials. */
  #sent: Draft;
  /** The version that the draft here was compared with then. */
  #sentFor: number;
  /** The revision that clashes with what was changed here. */
  #met: string | null = null;
  #isClosed = false;
  /** Whether the service has drafts. */
  #isKept = false;
  #isBusy = false;
  #wanted: "save" | "look" | null = null;
  #saving: ReturnType<typeof setTimeout> | undefined;
  readonly #looking: ReturnType<typeof setInterval>;

  constructor(options: DraftSyncOptions) {
    this.#options = options;
    this.#sent = options.synced.content;
    this.#sentFor = options.current().base.version;
    this.state = createStore<DraftSyncState>()(() => ({ status: "saving", synced: options.synced, clash: null }));
    const look = () => document.visibilityState === "visible" && this.#ask("look");
    this.#looking = setInterval(look, options.lookEveryMs ?? LOOK_EVERY_MS);
    this.#ask("look");
  }

  /** Something was changed here. */
  changed(): void {
    if (this.#isClosed || !this.#isUnsaved()) return;
    if (this.state.getState().status === "saved") this.state.setState({ status: "saving" });
    // A page opened meanwhile would take what was just published for unpublished.
    if (this.#options.current().dirty) this.#saveLater();
    else this.#ask("save");
  }

  /** Puts what a person decided about a clash in place. */
  resolve(merged: Draft): void {
    const { clash } = this.state.getState();
    if (clash === null || this.#met === null) return;
    const { base } = this.#options.current();
    this.#take({ revision: this.#met, content: clash.theirs }, base);
    this.#options.onMerged(base, merged, clash.by);
    this.#ask("save");
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#saving);
    clearInterval(this.#looking);
  }

  /**
   * A draft with nothing unpublished is removed, but by the page alone where that came about: another one may still
   * compare it with an older version, to which it may just have been restored.
   */
  #isUnsaved(): boolean {
    const { base, draft, dirty } = this.#options.current();
    if (this.state.getState().synced.revision === null) return dirty;
    return !isSameDraft(draft, this.#sent) || (!dirty && base.version !== this.#sentFor);
  }

  #take(synced: Synced, base: Automation, sent: Draft = synced.content): void {
    this.#sent = sent;
    this.#sentFor = base.version;
    this.#met = null;
    this.state.setState({ synced, clash: null });
  }

  #saveLater(): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.#ask("save"), this.#options.saveAfterMs ?? SAVE_AFTER_MS);
  }

  #ask(what: "save" | "look"): void {
    if (this.#isClosed) return;
    if (this.#isBusy) this.#wanted = this.#wanted === "save" ? "save" : what;
    else void this.#work(what);
  }

  /** One request at a time: whatever is asked meanwhile comes after it. */
  async #work(what: "save" | "look"): Promise<void> {
    this.#isBusy = true;
    const isDone = await this.#attempt(what);
    this.#isBusy = false;
    const next = this.#wanted;
    this.#wanted = null;
    if (next !== null) this.#ask(next);
    // After a failure, the next look finds out whether the service is there again.
    else if (isDone && this.#met === null && !this.#isClosed && this.#isUnsaved()) this.#saveLater();
  }

  async #attempt(what: "save" | "look"): Promise<boolean> {
    try {
      await (what === "look" ? this.#look() : this.#save());
      this.#isKept = true;
      if (!this.#isClosed) this.state.setState({ status: this.#isUnsaved() ? "saving" : "saved" });
      return true;
    } catch (error) {
      // A service without drafts, or an automation that is gone: this device keeps them.
      const isMissing = error instanceof ApiError && error.status === 404;
      if (!this.#isClosed) this.state.setState({ status: isMissing && !this.#isKept ? "alone" : "here" });
      if (isMissing) this.close();
      return false;
    }
  }

  async #save(): Promise<void> {
    if (this.#met !== null || !this.#isUnsaved()) return;
    try {
      await this.#write(this.state.getState().synced.revision);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      await this.#look();
    }
  }

  async #write(revision: string | null): Promise<void> {
    const { client, current } = this.#options;
    const { base, draft, dirty } = current();
    if (dirty) {
      const saved = await client.saveDraft(base.id, { content: contentOf(draft), baseVersion: base.version, revision });
      this.#take({ revision: saved.revision, content: draftOfContent(saved.content) }, base, draft);
    } else if (revision !== null) {
      await client.discardDraft(base.id, { revision });
      this.#take({ revision: null, content: draftOf(base) }, base);
    }
  }

  async #look(): Promise<void> {
    const theirs = await this.#options.client.draft(this.#options.current().base.id);
    const known = this.#met ?? this.state.getState().synced.revision;
    if (this.#isClosed || (theirs?.revision ?? null) === known) return;
    await (theirs === null ? this.#goOnWithout() : this.#bringIn(theirs));
  }

  /** Somebody published or discarded the draft. */
  async #goOnWithout(): Promise<void> {
    const { client, current, onGone } = this.#options;
    const stored = await client.get(current().base.id);
    if (this.#isClosed) return;
    const { base, draft } = current();
    const isMine = !isSameDraft(draft, this.#sent);
    this.#take({ revision: null, content: draftOf(base) }, base);
    if (!isMine) onGone(stored);
  }

  async #bringIn({ revision, content, baseVersion, editedBy }: AutomationDraft): Promise<void> {
    const base = await this.#baseOf(baseVersion);
    if (this.#isClosed) return;
    const theirs = draftOfContent(content);
    const { draft: mine } = this.#options.current();
    const { synced, clash } = this.state.getState();
    const from = clash?.from ?? synced.content;
    const { merged, open } = this.#options.merge(from, mine, theirs);
    if (open > 0) {
      this.#met = revision;
      this.state.setState({ clash: { from, theirs, by: editedBy.name } });
      return;
    }
    const isNews = !isSameDraft(merged, mine) || base !== this.#options.current().base;
    this.#take({ revision, content: theirs }, base);
    if (isNews) this.#options.onMerged(base, merged, editedBy.name);
  }

  /** Somebody may have brought a newer version into the draft already. */
  async #baseOf(version: number): Promise<Automation> {
    const { client, current } = this.#options;
    const { base } = current();
    if (base.version === version) return base;
    const stored = await client.get(base.id);
    return stored.version === version ? stored : current().base;
  }
}
