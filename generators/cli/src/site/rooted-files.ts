import { posix } from "node:path";
import type { ReadDocument } from "../documents/read-document.ts";

/**
 * Returns the files of a document with paths relative to a folder that contains all of them. For example,
 * `openapi.yaml` in the folder `shop` becomes `shop/openapi.yaml` if it refers to `../schemas/order.yaml`.
 */
export function rootedFiles({ folder, files }: ReadDocument): ReadDocument["files"] {
  const normal = files.map((each) => ({ ...each, path: posix.normalize(each.path) }));
  const above = Math.max(
    ...normal.map(({ path }) => path.split("/").filter(isParentSegment).length),
    0,
  );
  const names = folder.split("/").filter((name) => name !== "");
  const own = above === 0 ? "" : names.slice(-above).join("/");
  return normal.map(({ path, text }) => ({ path: posix.join(own, path), text }));
}

function isParentSegment(segment: string): boolean {
  return segment === "..";
}
