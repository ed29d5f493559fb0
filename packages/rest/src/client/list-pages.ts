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
 * Iterates over the pages of a list, each with its items and the whole answer. The next page is
 * requested when the iteration asks for it.
 *
 * @throws RestError with `unexpected_status` for an answer that is not a page, `invalid_response`
 * for a page that links to an earlier page, and with the errors of the call.
 *
 * @example
 *   for await (const { items, next } of listPages(client.listListings, { query: { limit: 100 } })) {
 *     await store(items, next); // to continue after this page: listPages(list, request, { from: next })
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
    // If the operation requires a request, the type of this function already requires it.
    const args = [request, { ...options, from }] as ListArguments<Request>;
    const page = await fetchPage(list, ...args);
    yield page;
    from = page.next;
    const start = from?.url ?? Object.values(from?.query ?? {})[0];
    if (seen.has(start)) {
      throw new RestError("invalid_response", "the link to the next page leads to an earlier page");
    }
    seen.add(start);
  } while (from !== undefined);
}
