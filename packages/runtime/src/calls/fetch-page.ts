// Fetches one page of a list, and finds the start of the next one by the contract's pagination.

import type {
  BaseCallOptions,
  OperationDescriptor,
  PageTurn,
  RequestParts,
  ResponseParts,
} from "../codegen/operation.ts";
import type { ItemOf, Page, PageMethod, PageStart } from "../codegen/page.ts";
import type { PaginationDescriptor } from "../codegen/pagination.ts";
import type { SuccessOf } from "../codegen/success-of.ts";
import { isProblem } from "../errors/problem.ts";
import { RestError } from "../errors/rest-error.ts";
import { memberAt } from "../json/member-of.ts";
import { linkTarget } from "../media/link-header.ts";
import { parseUrl } from "../world/platform.ts";

/** Options for `fetchPage`. */
export interface FetchPageOptions extends BaseCallOptions {
  /** The `next` of the previous page. Default: the start that the request selects. */
  readonly from?: PageStart | undefined;
}

/**
 * The arguments of a function that iterates over a list: a request and options. The request may be left out
 * if the operation requires none of its parts.
 */
export type ListArguments<Request> = undefined extends Request
  ? [request?: Request, options?: FetchPageOptions]
  : [request: Request, options?: FetchPageOptions];

/**
 * Requests one page of a list, such as `fetchPage(client.listListings, { query: { limit: 10 } })`, and
 * returns it with the start of the next page.
 *
 * @throws RestError with `unexpected_status` for an answer that is not a page, with `redirect_refused` if
 * the next page has a different origin, and with `invalid_response` for a link that is not a URL. Also
 * throws the errors of the call.
 */
export async function fetchPage<
  Request extends RequestParts | undefined,
  Response extends ResponseParts,
  Items extends readonly string[],
>(
  list: PageMethod<Request, Response, Items>,
  ...[request, { from, ...options } = {}]: ListArguments<Request>
): Promise<Page<ItemOf<Response, Items>, SuccessOf<Response>>> {
  let operation: OperationDescriptor | undefined;
  let url = "";
  const page: PageTurn<Items> = (built, called) => {
    operation = called;
    url = from?.url === undefined ? built : checkedNextUrl(from.url, built, called);
    return url;
  };
  const query = { ...request?.query, ...from?.query };
  const asked = from?.query === undefined ? request : { ...request, query };
  const answer = await list(asked as Request, { ...options, page });
  if (operation?.pagination === undefined) {
    throw new TypeError("the transport does not call `page`, or the operation is not paginated");
  }
  const { pagination } = operation;
  const items = pageItems(answer, pagination.items);
  if (items === undefined) throw notAPage(operation, answer);
  const next = nextStart(pagination, { answer, items, query, url });
  return {
    // The codecs have checked the answer against the schemas from which its type was generated.
    items: items as readonly ItemOf<Response, Items>[],
    answer: answer as SuccessOf<Response>,
    ...(next && { next }),
  };
}

/** Returns the URL of a link if it has the same origin as the operation. */
function checkedNextUrl(
  url: string,
  built: string,
  { id, schemes = {} }: OperationDescriptor,
): string {
  const target = resolveUrl(url, built);
  if (target?.origin !== resolveUrl(built)?.origin || target === undefined) {
    const message = `${id}: the next page has a different origin`;
    throw new RestError("redirect_refused", message, { operationId: id });
  }
  // The transport adds the credentials again. Some servers include them in their links.
  for (const place of Object.values(schemes)) {
    if (place === "unknown" || place.in !== "query") continue;
    if (target.searchParams.has(place.name)) target.searchParams.delete(place.name);
  }
  return target.href;
}

/**
 * Returns the items of a page, or undefined if the response is not a page. If the page has null instead of
 * a list, returns an empty list.
 */
function pageItems(
  { status, statusCode = Number(status), body }: ResponseParts,
  path: readonly string[],
): readonly unknown[] | undefined {
  const isSuccess = statusCode >= 200 && statusCode < 300;
  if (!isSuccess || typeof body !== "object" || body === null) return undefined;
  const items = memberAt(body, path) ?? [];
  return Array.isArray(items) ? items : undefined;
}

function notAPage(
  { id }: OperationDescriptor,
  { status, statusCode = Number(status), body }: ResponseParts,
): RestError {
  return new RestError(
    "unexpected_status",
    `${id}: the response with status ${statusCode} is not a page`,
    {
      operationId: id,
      status: statusCode,
      ...(isProblem(body) && { problem: body }),
    },
  );
}

/** A received page and its request. */
interface ReceivedPage {
  readonly answer: ResponseParts;
  readonly items: readonly unknown[];
  readonly query: Readonly<Record<string, unknown>>;
  readonly url: string;
}

function nextStart(
  pagination: PaginationDescriptor,
  { answer, items, query, url }: ReceivedPage,
): PageStart | undefined {
  const { body, headers = {} } = answer;
  if (pagination.kind === "link") {
    const { next } = pagination;
    const link = next ? memberAt(body, next) : linkTarget(headerText(headers, "link"), "next");
    if (typeof link !== "string" || link === "") return undefined;
    const target = resolveUrl(link, url);
    if (target !== undefined) return { url: target.href };
    throw new RestError("invalid_response", "the link to the next page is not a URL");
  }
  const { parameter, hasMore } = pagination;
  if (hasMore && memberAt(body, hasMore) !== true) return undefined;
  const start =
    pagination.kind === "cursor"
      ? pagination.next
        ? memberAt(body, pagination.next)
        : startAfter(items, pagination)
      : nextNumber(pagination, { answer, items, query, url });
  const isEnd = start === undefined || start === null || start === "";
  return isEnd ? undefined : { query: { [parameter]: start } };
}

/** Returns the start of the next page from the last item. */
function startAfter(
  items: readonly unknown[],
  { lastItem = [], hasMore }: Extract<PaginationDescriptor, { kind: "cursor" }>,
): unknown {
  if (items.length === 0 && hasMore !== undefined) throw emptyPageError();
  return memberAt(items.at(-1), lastItem);
}

function emptyPageError(): RestError {
  const message = "the page is empty but reports more items, without a cursor";
  return new RestError("invalid_response", message);
}

function nextNumber(
  pagination: Extract<PaginationDescriptor, { kind: "page" | "offset" }>,
  { answer, items, query }: ReceivedPage,
): number | bigint | string | undefined {
  const { kind, parameter, type, limit = "", total, hasMore } = pagination;
  const first = kind === "page" ? (pagination.first ?? 1) : 0;
  const next = Number(query[parameter] ?? first) + (kind === "page" ? 1 : items.length);
  const all = total && memberAt(answer.body, total);
  const hasTotal = all !== undefined && all !== null;
  if (hasTotal && next - first >= Number(all)) return undefined;
  // If the contract declares how a list ends, an empty page may be followed by other pages.
  if (!hasTotal && hasMore === undefined) {
    if (items.length === 0 || items.length < Number(query[limit] ?? 0)) return undefined;
  }
  if (kind === "offset" && items.length === 0) throw emptyPageError();
  return type === "bigint" ? BigInt(next) : type === "string" ? String(next) : next;
}

function headerText(headers: object, name: string): string {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return typeof found?.[1] === "string" ? found[1] : "";
}

/** Resolves a URL. In a browser, it may be relative to the page. */
function resolveUrl(url: string, from?: string): URL | undefined {
  const base = from === undefined ? undefined : resolveUrl(from)?.href;
  const page = typeof location === "undefined" ? undefined : location.href;
  return parseUrl(url, base ?? page);
}
