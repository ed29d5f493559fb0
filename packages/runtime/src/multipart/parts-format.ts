// Functions for both lists and streams of parts. Each part is written and read by its position.

import type { PartsDescriptor } from "../codegen/body.ts";
import type { FormField } from "../codegen/parameter.ts";
import type { Issue } from "../errors/codec-error.ts";
import { CodecError } from "../errors/codec-error.ts";
import type { ProblemIssue } from "../errors/problem.ts";
import { isFile, issuesOfWritten, withoutFiles, withoutHeaders } from "../media/checked-value.ts";
import { fileTypeIssues } from "../media/file-type.ts";
import type { Part } from "./part-splitter.ts";
import { readPart, readPartHeaders } from "./read-part.ts";
import { givenPart, headerLines, partContent, partType } from "./write-part.ts";

/** A part as bytes. */
export interface WrittenPart {
  readonly type: string;
  readonly bytes: readonly BlobPart[];
}

/**
 * Writes the part at a position.
 *
 * @throws CodecError or ParameterError for a part that cannot be sent.
 */
export function writePart(
  descriptor: PartsDescriptor,
  index: number,
  given: unknown,
  boundary: string,
): WrittenPart {
  const field = fieldAt(descriptor, index);
  const { value, headers } = givenPart(`/${index}`, given, field);
  // Without a charset, a text would be ASCII (RFC 2046, section 4.1.2).
  const type = partType(field?.contentType, value) ?? "text/plain; charset=utf-8";
  const head = `--${boundary}\r\nContent-Type: ${type}\r\n${headerLines(headers)}\r\n`;
  return { type, bytes: [head, partContent(value, type), "\r\n"] };
}

/** A part before it is written, in the form that the schema of its body describes. */
export interface PlainPart {
  readonly plain: unknown;
  /** The issues of the types of its files. */
  readonly issues: readonly Issue[];
}

/** Returns a part in the form that the schema of its body describes. */
export function plainPart(descriptor: PartsDescriptor, index: number, given: unknown): PlainPart {
  const field = fieldAt(descriptor, index);
  const bare = withoutHeaders(field, given);
  return { plain: withoutFiles(bare), issues: fileTypeIssues(field, bare, `/${index}`) };
}

/**
 * Checks parts against the schema of a body.
 *
 * @throws CodecError for any issue, including the issues that `plainPart` has found.
 */
export function requireValid(
  { codec }: PartsDescriptor,
  { plain, issues: found }: PlainPart,
  pointer = "",
): void {
  const issues = issuesOfWritten(codec, plain);
  if (found.length + issues.length === 0) return;
  const placed = issues.map((issue) => ({ ...issue, pointer: `${pointer}${issue.pointer}` }));
  throw new CodecError("encode", [...found, ...placed]);
}

/**
 * A part that was read: its value for the schema, and a function that returns its value for the caller.
 */
export interface ReadPart {
  readonly plain: unknown;
  /** Converts the value that the schema has decoded to the value for the caller. */
  given(decoded: unknown): unknown;
}

/** Reads the part at a position, and adds its issues to the list. */
export function readPartAt(
  descriptor: PartsDescriptor,
  index: number,
  part: Part,
  issues: ProblemIssue[],
): ReadPart {
  const report = { pointer: `/${index}`, issues };
  const field = fieldAt(descriptor, index);
  if (field === undefined) {
    issues.push({ pointer: report.pointer, code: "unknown_item", message: "unknown part" });
    return { plain: undefined, given: (decoded) => decoded };
  }
  const value = readPart(field, part, report);
  const headers = field.headers && readPartHeaders(field, part, report);
  return {
    plain: withoutFiles(value),
    given(decoded) {
      const own = isFile(value) ? value : decoded;
      return headers === undefined ? own : { value: own, headers };
    },
  };
}

function fieldAt({ prefix = [], rest }: PartsDescriptor, index: number): FormField | undefined {
  return prefix[index] ?? rest;
}
