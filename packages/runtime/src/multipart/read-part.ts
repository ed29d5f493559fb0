// Reads the value of a part according to the type in the document.

import type { FormField } from "../codegen/parameter.ts";
import type { ProblemIssue } from "../errors/problem.ts";
import { ANY_BYTES, fileTypeIssues } from "../media/file-type.ts";
import { charsetOf, mediaTypeEssence } from "../media/media-type.ts";
import { readScalar } from "../parameters/any-scalar.ts";
import { readResponseHeaders } from "../parameters/header.ts";
import { withoutTextMark } from "../text/strings.ts";
import type { Part } from "./part-splitter.ts";

/** Where to report the issues of a part: its pointer, and the list of issues. */
export interface PartReport {
  readonly pointer: string;
  readonly issues: ProblemIssue[];
}

/** Reads the value of a part; undefined if there is an issue with it. */
export function readPart(field: FormField, part: Part, report: PartReport): unknown {
  const { filename, contentType, bytes } = part;
  if (field.type === "file" || (filename !== undefined && holdsAnything(field))) {
    const file = new File([bytes], filename ?? "blob", { type: contentType });
    // A sender that does not know the type of a file declares it as arbitrary bytes.
    if (mediaTypeEssence(contentType) !== ANY_BYTES) {
      report.issues.push(...fileTypeIssues(field, file, report.pointer));
    }
    return file;
  }
  // Browsers can set the type of a JSON part only if the part is a file. A file name is therefore accepted
  // for JSON.
  if (filename !== undefined && field.type !== "json") {
    addIssue(report, "type", "expected text, not a file");
    return undefined;
  }
  const text = readPartText(part, report);
  if (text === undefined) return undefined;
  const read = readScalar(field.type, field.type === "json" ? withoutTextMark(text) : text);
  if (read.ok) return read.value;
  addIssue(report, read.code, read.message);
  return undefined;
}

/** Reads and checks the headers of a part that the document describes. */
export function readPartHeaders(
  { headers = [] }: FormField,
  { rawHeaders }: Part,
  report: PartReport,
): object {
  const read = readResponseHeaders(headers, rawHeaders);
  for (const { pointer, code, message } of read.issues) {
    report.issues.push({ pointer: `${report.pointer}/headers${pointer}`, code, message });
  }
  return read.values;
}

/** Reads a part as text in its charset, or undefined. */
export function readPartText({ contentType, bytes }: Part, report: PartReport): string | undefined {
  try {
    const charset = charsetOf(contentType) ?? "utf-8";
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    addIssue(report, "encoding", "is not text in its charset");
    return undefined;
  }
}

function addIssue({ pointer, issues }: PartReport, code: string, message: string): void {
  issues.push({ pointer, code, message });
}

/** Reports whether a field may be of any type, such as a field with an empty schema. */
function holdsAnything({ contentType = "" }: Pick<FormField, "contentType">): boolean {
  return contentType.split(",").some((type) => type.trim() === "*/*");
}
