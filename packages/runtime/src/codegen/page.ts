// The pages of a list, and the types that connect an operation to the items of its pages.

import type { PageCallOptions, ResponseParts } from "./operation.ts";
import type { SuccessOf } from "./success-of.ts";

/** A path to a member; empty for the whole value. */
type Path = readonly string[];

/** A method of a generated client whose operation has `x-pagination`. */
export type PageMethod<Request, Response, Items extends Path> = (
  request: Request,
  options: PageCallOptions<Items>,
) => Promise<Response>;

/**
 * The start of a page: the values that `fetchPage` adds to a request. It is plain data, so programs can
 * store it.
 */
export interface PageStart {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly url?: string;
}

/** A page of a list. */
export interface Page<Item, Answer> {
  readonly items: readonly Item[];
  /** The whole answer, with its body and headers. */
  readonly answer: Answer;
  /** The start of the next page; absent on the last page. */
  readonly next?: PageStart;
}

/** The type of the items at a path in the successful answers of an operation. */
export type ItemOf<Response extends ResponseParts, Items extends Path> = ItemAt<
  SuccessfulBody<Response>,
  Items
>;

type SuccessfulBody<Response extends ResponseParts> =
  SuccessOf<Response> extends infer Answer
    ? Answer extends { readonly body: infer Body }
      ? Body
      : never
    : never;

type ItemAt<Value, Items extends Path> = Value extends unknown
  ? Items extends readonly [infer Name, ...infer Rest extends Path]
    ? Name extends keyof Value
      ? ItemAt<NonNullable<Value[Name]>, Rest>
      : never
    : Value extends readonly (infer Item)[]
      ? Item
      : never
  : never;
