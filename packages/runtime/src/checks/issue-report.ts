// Creates the issues that errors contain. Their number and size are limited, even for a hostile
// body.

import type { Issue } from "../errors/codec-error.ts";
import { jsonPointer } from "../json/json-pointer.ts";
import { cutBytes, toWellFormed } from "../text/strings.ts";

/** The maximum number of issues that are reported for one value. */
export const MAX_ISSUES = 100;

const MAX_MESSAGE = 200;
const MAX_EXPECTED = 120;
/**
 * The maximum number of bytes of a pointer. The pointer is the only part of an issue that comes from the
 * input.
 */
const MAX_POINTER_BYTES = 195;

/** The requirement of a schema, and the kind of value that was found instead. */
export interface Comparison {
  readonly expected: string;
  readonly received: string;
}

/** Creates an issue; long messages, pointers and expectations are truncated. */
export function reportIssue(
  code: string,
  path: readonly PropertyKey[],
  message: string,
  comparison?: Comparison,
): Issue {
  const issue = { code, pointer: issuePointer(path), message: cutText(message, MAX_MESSAGE) };
  if (comparison === undefined) return issue;
  const { expected, received } = comparison;
  return { ...issue, expected: cutText(expected, MAX_EXPECTED), received };
}

/**
 * Formats a path as a pointer. Cuts a pointer that is too long, and adds a mark, which shows that it no
 * longer resolves.
 */
export function issuePointer(path: readonly PropertyKey[]): string {
  return cutBytes(jsonPointer(path), MAX_POINTER_BYTES);
}

/**
 * Returns the JSON type of a value, or `nothing` if JSON cannot express it; a bigint is an
 * `integer`.
 */
export function typeWord(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "bigint":
      return "integer";
    case "number":
      return Number.isFinite(value) ? "number" : "nothing";
    case "boolean":
    case "object":
    case "string":
      return typeof value;
    default:
      return "nothing";
  }
}

function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${toWellFormed(text.slice(0, most - 1))}…`;
}
