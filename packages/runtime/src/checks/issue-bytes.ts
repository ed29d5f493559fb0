import type { Issue } from "../errors/codec-error.ts";
import { byteLength, cutBytes } from "../text/strings.ts";

/**
 * The maximum number of bytes that an error quotes from the input. Only the names in its pointers come from
 * the input.
 */
const MOST_BYTES = 200;

/**
 * The maximum number of bytes of one pointer. The limit is low because the error message repeats the first
 * pointer.
 */
const MOST_POINTER_BYTES = 80;

/**
 * Limits a list of issues to those that an error may contain. The names in their pointers may have 200
 * bytes in total, and a repeated name counts once. A long pointer is cut and gets a mark, which shows that
 * it no longer resolves.
 */
export function withinBytes(issues: readonly Issue[]): readonly Issue[] {
  const names = new Set<string>();
  const kept: Issue[] = [];
  let left = MOST_BYTES;
  for (const issue of issues) {
    const pointer = cutBytes(issue.pointer, MOST_POINTER_BYTES);
    const added = pointer.split("/").filter((name) => !names.has(name));
    // The error message repeats the first pointer.
    const times = kept.length === 0 ? 2 : 1;
    left -= times * byteLength(added.join("/"));
    if (left < 0 && kept.length > 0) break;
    for (const name of added) names.add(name);
    kept.push(pointer === issue.pointer ? issue : { ...issue, pointer });
  }
  return kept;
}
