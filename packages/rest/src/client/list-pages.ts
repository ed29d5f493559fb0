import {
  fetchPage,
  type ItemOf,
  type ListArguments,
  type Page,
  type PageMethod,
  type RequestParts,
  type ResponseParts,
  RestError,
  type SuccessOf,
} from "@specwright/runtime";

/**
 * Iterates over the pages of a list, each with its items and the whole answer. The next one is
 * requested once it is asked for.
 *
 * @throws RestError with `unexpected_status` for an answer that is not a page, `invalid_response`
 * for a page that leads back to one before, and with the errors of the call.
 *
 * @example
 *   for await (const { items, next } of listPages(client.listListings, { query: { limit: 100 } })) {
 *     await store(items, next); // to go on from there: listPages(list, request, { from: next })
 *   }
 */
export async function* listPages<
  Request extends RequestParts | undefined,
  Response extends ResponseParts,
  Items extends readonly string[],
>(
  list: PageMethod<Request, Response, Items>,
  ...[request, options = {}]: ListArguments<Request>
): AsyncGenerator<Page<ItemOf<Response, Items>, SuccessOf<Response>>, void, undefined> {
  const seen = new Set<unknown>();
  let { from } = options;
  do {
    // Whether the request may be left out has been checked where this function was called.
    const args = [request, { ...options, from }] as ListArguments<Request>;
    const page = await fetchPage(list, ...args);
    yield page;
    from = page.next;
    const start = from?.url ?? Object.values(from?.query ?? {})[0];
    if (seen.has(start)) {
      throw new RestError("invalid_response", "the next page is a previous page");
    }
    seen.add(start);
  } while (from !== undefined);
}
