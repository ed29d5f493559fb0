import { dirname, join } from "node:path";
import type { Specification } from "@specwright/spec-loader";
import { isRemoteInput } from "./locate-input.ts";

/** Lists the files on the disk that a document was read from, for watching; none of a remote one. */
export function sourceFiles(input: string, { files }: Specification): readonly string[] {
  if (isRemoteInput(input)) return [];
  const local = [...files.keys()].filter((file) => !file.includes("://"));
  return local.map((file) => join(dirname(input), file));
}
