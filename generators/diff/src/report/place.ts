import type { Change } from "../changes/change.ts";
import type { ComparedDocuments, ReportedDocument } from "./report.ts";

/** A place in a file, as a report shows it. */
export interface Place {
  /** The path of the file, without the prefix `origin`. */
  readonly path: string;
  readonly origin: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the place of a change in the base or in the revision; `undefined` if the change has no place in
 * this document.
 */
export function placeIn(
  side: "base" | "revision",
  change: Change,
  documents: ComparedDocuments,
): Place | undefined {
  const position = change[side];
  const document = documents[side];
  if (position === undefined || document === undefined) return undefined;
  const { line, column, file } = position;
  return { path: filePath(document, file), origin: document.origin ?? "", line, column };
}

/** Formats a place so that a terminal can open it: `specs/openapi.yaml:12:5`. */
export function placeText({ origin, path, line, column }: Place): string {
  return `${origin}${path}:${line}:${column}`;
}

/**
 * Returns the place of a change as a short text, or `undefined` for a change without a place. The text is
 * only the line number if the report names the file at its top. With `verbose`, or for a different file,
 * the text is the whole place.
 */
export function shortPlace(
  change: Change,
  documents: ComparedDocuments,
  verbose: boolean,
): string | undefined {
  const after = placeIn("revision", change, documents);
  const place = after ?? placeIn("base", change, documents);
  const document = after === undefined ? documents.base : documents.revision;
  if (place === undefined || verbose || place.path !== document?.path) {
    return place && placeText(place);
  }
  const isOld = after === undefined && documents.revision !== undefined;
  return `${isOld ? "old line" : "line"} ${place.line}`;
}

/** Returns the path of a document, after its origin. */
export function documentName({ origin = "", path }: ReportedDocument): string {
  return origin + path;
}

/** Returns the path of a file. `file` is relative to the folder of the entry file. */
function filePath(document: ReportedDocument, file: string): string {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(file)) return file;
  return joinPath(document.path.replace(/[^/]*$/, ""), file);
}

/** Joins two paths and resolves `.` and `..`. */
export function joinPath(folder: string, path: string): string {
  if (path.startsWith("/") || /^[a-z]+:/i.test(path)) return path;
  const parts: string[] = [];
  const absolute = folder.startsWith("/");
  const scheme = /^[a-z][a-z0-9+.-]+:\/\/[^/]*/i.exec(folder)?.[0] ?? "";
  for (const part of `${folder.slice(scheme.length)}/${path}`.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  const root = scheme !== "" ? `${scheme}/` : absolute ? "/" : "";
  return root + parts.join("/");
}
