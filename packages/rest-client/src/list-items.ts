import { RestError } from "@specwright/runtime";
import type { CallOptions } from "@specwright/runtime/codegen";

/** A page of a list, as answered by operations with a `cursor`. */
export interface ListPage<Item> {
  readonly status: 200;
  readonly body: { readonly data: readonly Item[]; readonly next_cursor: string | null };
}

type ItemOf<Response> = Response extends ListPage<infer Item> ? Item : never;

/**
 * Iterates over the items of a list, page after page, such as `listItems(client.listListings, {
 * query: { status: "publish" } })`. Each page is requested once all items of the previous one were
 * consumed. Throws `RestError` with `unexpected_status` for an answer that is not a page, and the
 * errors of the call.
 */
export async function* listItems<
  Query extends { readonly cursor?: string },
  Response extends { readonly status: number | string },
>(
  list: (request: { query?: Query }, options?: CallOptions) => Promise<Response>,
  request: { readonly query?: Query },
  options: CallOptions = {},
): AsyncGenerator<ItemOf<Response>, void, undefined> {
  let cursor: string | undefined;
  do {
    const query = { ...request.query, ...(cursor === undefined ? {} : { cursor }) } as Query;
    const page = await list({ ...request, query }, options);
    if (!isPage<ItemOf<Response>>(page)) throw notAPage(page);
    yield* page.body.data;
    const next = page.body.next_cursor ?? undefined;
    if (next !== undefined && next === cursor) {
      throw new RestError("invalid_response", "a page that names itself as the next");
    }
    cursor = next;
  } while (cursor !== undefined);
}

function isPage<Item>(response: { readonly status: number | string }): response is ListPage<Item> {
  if (response.status !== 200 || !("body" in response)) return false;
  const { body } = response;
  return typeof body === "object" && body !== null && "data" in body && "next_cursor" in body;
}

function notAPage(response: { readonly status: number | string }): RestError {
  const status = Number(response.status);
  return new RestError("unexpected_status", `status ${response.status} is no page of a list`, {
    ...(Number.isInteger(status) ? { status } : {}),
  });
}
