import type { Warning } from "../generated/types.ts";

/** Options of a call. */
export interface CallOptions {
  /** Aborts the request, and any pause before its next attempt: the call rejects with the signal's reason. */
  signal?: AbortSignal;
  /**
   * Of a POST or PUT: requests with the same key are carried out once and answered the same, so that the client may
   * repeat a POST when a failure may pass. At most 255 characters; the service remembers it for 24 h.
   */
  idempotencyKey?: string;
  /** For one attempt, answer read; instead of the client's own. */
  timeoutMs?: number;
}

/** An answer with what carried it. */
export interface Answered<T> {
  data: T;
  /** What was accepted and yet is likely a mistake; most often there is none. */
  warnings: readonly Warning[];
  /** Its body has been read already. */
  response: Response;
  /** What the service's log knows the request by. */
  requestId: string | null;
}

/** One page of a list. Ask for the next one with the same filters and `cursor: nextCursor`, or iterate over the call. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  hasMore: boolean;
}

/** A request under way: awaited, it is the envelope's `data`. */
export interface Call<T> extends Promise<T> {
  /** The same with the response's status and headers. */
  withResponse(): Promise<Answered<T>>;
}

/** A list under way: awaited, it is its first page; iterated, every item that matches, page by page. */
export interface PagedCall<Item> extends Call<Page<Item>>, AsyncIterable<Item> {}

/** A promise of the data that remembers the answer. A rejection that nobody hears is reported once: it is the answer's. */
class Answering<T> implements Call<T> {
  readonly [Symbol.toStringTag] = "Call";
  readonly #answer: Promise<Answered<T>>;

  constructor(answer: Promise<Answered<T>>) {
    this.#answer = answer;
  }

  // A call is a promise by design: it is awaited like one.
  // oxlint-disable-next-line unicorn/no-thenable
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#answer.then(({ data }) => data).finally(onFinally);
  }

  withResponse(): Promise<Answered<T>> {
    return this.#answer;
  }
}

class Paging<Item> extends Answering<Page<Item>> implements PagedCall<Item> {
  readonly #next: (cursor: string) => Promise<Answered<Page<Item>>>;

  constructor(first: Promise<Answered<Page<Item>>>, next: (cursor: string) => Promise<Answered<Page<Item>>>) {
    super(first);
    this.#next = next;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let page: Page<Item> = (await this.withResponse()).data;
    for (;;) {
      yield* page.items;
      const cursor = page.hasMore ? page.nextCursor : null;
      if (cursor === null) return;
      page = (await this.#next(cursor)).data;
      // A cursor that does not move on would never end.
      if (page.nextCursor === cursor) page = { ...page, hasMore: false };
    }
  }
}

export const answering = <T>(answer: Promise<Answered<T>>): Call<T> => new Answering(answer);

/** `next` asks for the page at a cursor, with the filters of the first. */
export const paging = <Item>(
  first: Promise<Answered<Page<Item>>>,
  next: (cursor: string) => Promise<Answered<Page<Item>>>,
): PagedCall<Item> => new Paging(first, next);
