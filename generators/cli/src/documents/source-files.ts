import { dirname, join } from "node:path";
import type { Specification } from "@specwright/spec-loader";
import { isRemoteInput } from "./locate-input.ts";

/**
 * Lists the local files of a document, including its overlays, so that they can be watched. Returns an
 * empty list for a remote document.
 */
export function sourceFiles(
  input: string,
  { files }: Specification,
  overlays: readonly string[] = [],
): readonly string[] {
  const own = overlays.filter((each) => !isRemoteInput(each));
  if (isRemoteInput(input)) return own;
  const local = [...files.keys()].filter((file) => !file.includes("://"));
  return [...local.map((file) => join(dirname(input), file)), ...own];
}
