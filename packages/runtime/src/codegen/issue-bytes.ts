import { byteLength, cutBytes } from "../cut-bytes.ts";
import type { Issue } from "./codec.ts";

/** Bounds what an error may carry of the input, which are the names in its pointers. */
const MOST_BYTES = 200;

/** Bounds one pointer: the first stands in the message of the error, too. */
const MOST_POINTER_BYTES = 80;

/**
 * Keeps of a list of issues as many as an error may carry: with names of 200 bytes at most in all
 * their pointers, each name counted once. A long pointer is cut; its mark shows that it no longer resolves.
 */
export function withinBytes(issues: readonly Issue[]): readonly Issue[] {
  const names = new Set<string>();
  const kept: Issue[] = [];
  let left = MOST_BYTES;
  for (const issue of issues) {
    const pointer = cutBytes(issue.pointer, MOST_POINTER_BYTES);
    const added = pointer.split("/").filter((name) => !names.has(name));
    // The first is said twice.
    const times = kept.length === 0 ? 2 : 1;
    left -= times * byteLength(added.join("/"));
    if (left < 0 && kept.length > 0) break;
    for (const name of added) names.add(name);
    kept.push(pointer === issue.pointer ? issue : { ...issue, pointer });
  }
  return kept;
}
