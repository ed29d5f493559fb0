import type {
  ItemOf,
  ListArguments,
  PageMethod,
  RequestParts,
  ResponseParts,
} from "@specwright/runtime";
import { listPages } from "./list-pages.ts";

/**
 * Iterates over the items of a list, page after page. The contract's `x-pagination` determines the
 * next page. Each page is requested after all items of the previous page were consumed.
 *
 * @throws RestError as `listPages` does.
 *
 * @example
 *   for await (const { title } of listItems(client.listListings, { query: { status: "publish" } })) {
 *     console.log(title);
 *   }
 */
export async function* listItems<
  Request extends RequestParts | undefined,
  Response extends ResponseParts,
  Items extends readonly string[],
>(
  list: PageMethod<Request, Response, Items>,
  ...rest: ListArguments<Request>
): AsyncGenerator<ItemOf<Response, Items>, void, undefined> {
  for await (const { items } of listPages(list, ...rest)) yield* items;
}
