import type { Issue } from "../errors/codec-error.ts";
import { byteLength, cutBytes } from "../text/strings.ts";

/** The maximum number of bytes of the input in an error. They are the names in its pointers. */
const MOST_BYTES = 200;

/**
 * The maximum number of bytes of one pointer, because the first pointer is also part of the error
 * message.
 */
const MOST_POINTER_BYTES = 80;

/**
 * Limits a list of issues to those an error may contain: the names in their pointers have at most
 * 200 bytes in total, each name counted once. A long pointer is cut, with a mark that shows that it
 * no longer resolves.
 */
export function withinBytes(issues: readonly Issue[]): readonly Issue[] {
  const names = new Set<string>();
  const kept: Issue[] = [];
  let left = MOST_BYTES;
  for (const issue of issues) {
    const pointer = cutBytes(issue.pointer, MOST_POINTER_BYTES);
    const added = pointer.split("/").filter((name) => !names.has(name));
    // The first pointer appears twice.
    const times = kept.length === 0 ? 2 : 1;
    left -= times * byteLength(added.join("/"));
    if (left < 0 && kept.length > 0) break;
    for (const name of added) names.add(name);
    kept.push(pointer === issue.pointer ? issue : { ...issue, pointer });
  }
  return kept;
}
