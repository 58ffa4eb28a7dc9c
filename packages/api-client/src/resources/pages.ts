import type { CallOptions } from "../transport/transport.ts";

/** One page of a list. Ask for the next one with the same filters and `cursor: nextCursor`. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  hasMore: boolean;
}

/** Every item of a cursor list, page by page, as long as the caller goes on asking. */
export async function* walkPages<Item, Params extends { cursor?: string }>(
  list: (params: Params, options: CallOptions) => Promise<Page<Item>>,
  params: Params,
  options: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  let cursor = params.cursor;
  do {
    const page = await list({ ...params, ...(cursor !== undefined && { cursor }) }, options);
    yield* page.items;
    // A cursor that does not move on would never end.
    cursor = page.hasMore && page.nextCursor !== cursor ? (page.nextCursor ?? undefined) : undefined;
  } while (cursor !== undefined);
}
