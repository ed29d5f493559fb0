// Pointers into frames, and templates of requests.

/**
 * A JSON Pointer into a frame. A negative index counts from the end of an array, such as `/-1` for
 * its last element.
 */
export type FeedPointer = string;

/**
 * JSON whose texts may contain placeholders, such as `{ "symbol": "{symbol}" }`. A text that consists of a
 * single placeholder is replaced by its value, which keeps its type.
 */
export type FeedTemplate =
  | string
  | number
  | boolean
  | null
  | readonly FeedTemplate[]
  | { readonly [name: string]: FeedTemplate };
