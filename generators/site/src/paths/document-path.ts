import { pathSegment } from "@specwright/diff/changelog/text";

/** Returns the path of a file of a document, relative to the folder of its version. */
export function documentPath(path: string): string {
  return `document/${path.split("/").map(pathSegment).join("/")}`;
}
