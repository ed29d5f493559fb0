// Pointers into frames, and templates of requests.

/**
 * A JSON Pointer into a frame. A negative index counts from the end of an array, such as `/-1` for
 * its last element.
 */
export type FeedPointer = string;

/**
 * JSON whose texts may contain placeholders, such as `{ "symbol": "{symbol}" }`. If a text consists of a
 * single placeholder, the value of the placeholder replaces the text and keeps its type.
 */
export type FeedTemplate =
  | string
  | number
  | boolean
  | null
  | readonly FeedTemplate[]
  | { readonly [name: string]: FeedTemplate };
