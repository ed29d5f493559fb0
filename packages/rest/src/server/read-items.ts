// Reads request bodies that are a sequence of items. The whole body is checked before a handler runs, as
// for all other bodies.

import { type Codec, CodecError, jsonPointer, type ProblemIssue } from "@specwright/runtime";
import type { SequentialDescriptor } from "@specwright/runtime/transport";
import type { ReadBody } from "./checked-body.ts";

/** Reads the items of a body into an array. `readJson` parses and checks one item. */
export function readItems(
  { format, codec }: SequentialDescriptor,
  bytes: Uint8Array<ArrayBuffer>,
  readJson: (codec: Codec<unknown>, bytes: Uint8Array) => ReadBody,
): ReadBody {
  const strict: Codec<unknown> = {
    encode: (value) => codec.encode(value),
    parse: (value) => codec.parse(value),
    decode(text) {
      const item = typeof text === "string" ? new TextEncoder().encode(text) : text;
      const read = readJson(codec, item);
      if (read.ok) return read.value;
      throw new CodecError(read.isMalformed ? "malformed" : "decode", read.issues);
    },
  };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const items = format.readAll(strict, text, {
      error: (_code, message, { cause, index = 0 } = {}) => new InvalidItem(message, index, cause),
    });
    return { ok: true, value: items };
  } catch (error) {
    if (error instanceof InvalidItem) {
      return { ok: false, issues: error.issues, isMalformed: error.isMalformed };
    }
    if (!(error instanceof TypeError)) throw error;
    const issue = { pointer: "", code: "encoding", message: "the body is not UTF-8" };
    return { ok: false, issues: [issue], isMalformed: true };
  }
}

/** Thrown for an item that cannot be read or is invalid. */
class InvalidItem extends Error {
  override readonly name: string = "InvalidItem";
  readonly code = "invalid_item";
  readonly issues: readonly ProblemIssue[];
  readonly isMalformed: boolean;

  constructor(message: string, index: number, cause: unknown) {
    super(message, { cause });
    const place = jsonPointer([String(index)]);
    const issues =
      cause instanceof CodecError ? cause.issues : [{ pointer: "", code: "encoding", message }];
    this.issues = issues.map((issue) => ({ ...issue, pointer: `${place}${issue.pointer}` }));
    this.isMalformed = !(cause instanceof CodecError) || cause.code === "malformed";
  }
}
