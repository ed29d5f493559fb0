// The body of a request, from bytes to a checked value.

import {
  type Codec,
  CodecError,
  JsonError,
  type ProblemIssue,
  parseJson,
} from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import {
  type BodyReading,
  charsetOf,
  findMediaType,
  isJsonType,
  type MediaDescriptor,
  readForm,
  type TextBodyDescriptor,
} from "@specwright/runtime/transport";
import {
  checkedText,
  type RawBody,
  type ReadBody,
  readCheckedBody,
  unsupportedMediaType,
} from "./checked-body.ts";
import { hostileText } from "./hostile-text.ts";
import { readItems } from "./read-items.ts";

/**
 * Reads a body by its media type.
 *
 * @throws ProblemError 415 for an undocumented type.
 */
export function readBody(
  operation: OperationDescriptor,
  raw: RawBody,
  maxJsonDepth: number,
): ReadBody {
  const { body: descriptor } = operation;
  if (raw.bytes.byteLength === 0) {
    if (descriptor?.required) return invalidBody("required", "the body is required", false);
    return { ok: true, value: undefined };
  }
  if (descriptor === undefined)
    return invalidBody("unknown_key", "the operation accepts no body", false);
  if (raw.contentEncoding !== undefined && raw.contentEncoding.toLowerCase() !== "identity") {
    throw unsupportedMediaType("Compressed bodies are not supported.");
  }
  const picked =
    raw.contentType === "" ? undefined : findMediaType(descriptor.content, raw.contentType);
  if (picked === undefined) {
    throw unsupportedMediaType(
      `This operation accepts ${Object.keys(descriptor.content).join(", ")}.`,
    );
  }
  const { documented } = picked;
  const hasChoice = Object.keys(descriptor.content).length > 1;
  const contentType = documented.includes("*") ? raw.contentType : documented;
  const read = toleratedBody(operation, picked, raw, readMedia(picked, raw, maxJsonDepth));
  return read.ok && hasChoice ? { ...read, contentType } : read;
}

/**
 * Returns the body of a webhook unchanged if the contract's settings only report its issues. The receiver
 * of webhooks is a client of a foreign document, so such settings apply.
 */
function toleratedBody(
  operation: OperationDescriptor,
  { media }: PickedMedia,
  { bytes }: RawBody,
  read: ReadBody,
): ReadBody {
  const { response: tolerance, onIssues } = operation.validation ?? {};
  if (read.ok || read.isMalformed || !("webhook" in operation)) return read;
  if (typeof tolerance !== "object" || media.kind !== "json") return read;
  const value = media.codec.unchecked?.read(bytes, {});
  if (!read.issues.every(tolerance.isTolerated)) return read;
  const found = toleratedIssues(() => tolerance.tolerate(media.codec, bytes, value));
  if (found === undefined) return read;
  // A value with a tolerated issue is unchecked, so it may contain text that no program should store.
  if (hostileText(bytes, parseJson(bytes)).length > 0) return read;
  onIssues?.({ operation, issues: found.map((issue) => ({ of: "request", ...issue })) });
  return { ok: true, value };
}

function toleratedIssues(
  tolerate: () => readonly ProblemIssue[] | undefined,
): readonly ProblemIssue[] | undefined {
  try {
    return tolerate();
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

interface PickedMedia {
  readonly documented: string;
  readonly media: MediaDescriptor;
}

function readMedia({ documented, media }: PickedMedia, raw: RawBody, maxDepth: number): ReadBody {
  switch (media.kind) {
    case "json":
      requireUtf8(raw);
      return readJson(media.codec, raw.bytes, maxDepth);
    case "xml":
      requireUtf8(raw);
      return readXml(media.codec, raw.bytes);
    case "text":
      requireUtf8(raw, documented);
      return readText(media, raw);
    case "bytes":
      return { ok: true, value: raw.bytes };
    case "sequential":
      requireUtf8(raw);
      return readItems(media, raw.bytes, (codec, bytes) => readJson(codec, bytes, maxDepth));
    case "form":
      return asReadBody(readForm(media, raw));
    case "parts":
      return asReadBody(media.format.read(media, raw));
    default:
      return media satisfies never;
  }
}

function asReadBody({ value, issues, isMalformed }: BodyReading): ReadBody {
  return issues.length === 0 ? { ok: true, value } : { ok: false, issues, isMalformed };
}

function readJson(codec: Codec<unknown>, bytes: Uint8Array, maxDepth: number): ReadBody {
  let value: unknown;
  try {
    value = parseJson(bytes, { maxDepth, duplicateKeys: "refuse" });
  } catch (error) {
    if (error instanceof JsonError) return invalidBody(error.code, error.message, true);
    throw error;
  }
  // If the schema needs all digits of numbers, its codec parses the text again. The text was already parsed
  // within the limits.
  const read = codec.isExact === true ? checkedText(codec, bytes) : readCheckedBody(codec, value);
  const hostile = hostileText(bytes, value);
  if (hostile.length === 0) return read;
  const issues = read.ok ? [] : read.issues;
  const known = new Set(issues.map(({ pointer }) => pointer));
  const others = hostile.filter(({ pointer }) => !known.has(pointer));
  return { ok: false, issues: [...issues, ...others], isMalformed: false };
}

function readXml(codec: Codec<unknown>, bytes: Uint8Array): ReadBody {
  try {
    return { ok: true, value: codec.decode(bytes) };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { ok: false, issues: error.issues, isMalformed: error.code === "malformed" };
  }
}

function readText({ codec }: TextBodyDescriptor, { bytes, contentType }: RawBody): ReadBody {
  const charset = charsetOf(contentType) ?? "utf-8";
  let text: string;
  try {
    text = new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return invalidBody("encoding", "the body does not match its charset", true);
  }
  const value = isJsonType(contentType) ? textOfJson(text) : text;
  return codec === undefined ? { ok: true, value } : readCheckedBody(codec, value);
}

/** Parses a JSON text that must be a string. Used because a range such as `*\/*` includes JSON. */
function textOfJson(text: string): string {
  try {
    const value = parseJson(text);
    return typeof value === "string" ? value : text;
  } catch {
    return text;
  }
}

/** Refuses all charsets except UTF-8 and the charset that the contract names. */
function requireUtf8(raw: RawBody, documented = ""): void {
  const charset = charsetOf(raw.contentType) ?? "utf-8";
  const isKnown = ["utf-8", "utf8", charsetOf(documented)].includes(charset);
  if (!isKnown) throw unsupportedMediaType("Only the charset UTF-8 is supported.");
}

function invalidBody(code: string, message: string, isMalformed: boolean): ReadBody {
  return { ok: false, issues: [{ pointer: "", code, message }], isMalformed };
}
