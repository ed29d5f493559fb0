import {
  fillTemplate,
  fillText,
  stringifyJson,
  TemplateError,
  type TemplateValues,
  templateNames,
} from "@specwright/runtime";
import { SigningError } from "../signing-error.ts";
import { hashBytes } from "./compute-signature.ts";
import type { CredentialRule, SignatureEncoding, TextPart } from "./credential-rule.ts";
import { type Bytes, encodeBytes } from "./encode-bytes.ts";

/** The text that is signed. */
export interface ComposedText {
  readonly bytes: Bytes;
  /** The same bytes as a text. Undefined if they contain an unencoded hash. */
  readonly text: string | undefined;
}

/**
 * Composes the text that a rule signs.
 *
 * @throws SigningError `missing_value`, `ambiguous_text` or `invalid_rule`.
 */
export async function composeText(
  { text = [], join = "", end = "" }: Pick<CredentialRule, "text" | "join" | "end">,
  values: TemplateValues,
): Promise<ComposedText> {
  const pieces: (string | Bytes)[] = [];
  for (const [index, part] of text.entries()) {
    const piece = await composePart(part, values);
    const isLast = index === text.length - 1;
    if (typeof piece === "string" && !isLast) refuseLineBreaks(piece, part, [join, end]);
    pieces.push(...(index === 0 ? [] : [join]), piece, end);
  }
  return concatPieces(pieces);
}

/**
 * Returns the names of all placeholders in the text and the parameters of a rule. Each name occurs once.
 */
export function namesOfRule({ text = [], parameters }: CredentialRule): readonly string[] {
  const added = Object.values(parameters?.add ?? {}).flatMap((value) => templateNames(value));
  return [...new Set([...text.flatMap(namesOfPart), ...added])];
}

function namesOfPart(part: TextPart): readonly string[] {
  if (typeof part === "string") return templateNames(part);
  return "json" in part ? templateNames(part.json) : part.of.flatMap(namesOfPart);
}

async function composePart(part: TextPart, values: TemplateValues): Promise<string | Bytes> {
  if (typeof part === "string") return wellFormed(fillOrThrow(() => fillText(part, values)));
  if ("json" in part) {
    const json = wellFormed(fillOrThrow(() => stringifyJson(fillTemplate(part.json, values))));
    return encodePiece(new TextEncoder().encode(json), part.encoding ?? "raw", json);
  }
  const { bytes, text } = await composeText({ text: part.of }, values);
  const hashed = part.hash === undefined ? bytes : await hashBytes(part.hash, bytes);
  return encodePiece(hashed, part.encoding ?? "hex", part.hash === undefined ? text : undefined);
}

function encodePiece(
  bytes: Bytes,
  encoding: SignatureEncoding | "raw",
  raw: string | undefined,
): string | Bytes {
  return encoding === "raw" ? (raw ?? bytes) : encodeBytes(bytes, encoding);
}

/**
 * Throws if a value contains a line break, and line breaks separate the parts. Otherwise two different
 * requests could have the same signed text. Values may contain other separators, such as a colon.
 */
function refuseLineBreaks(piece: string, part: TextPart, separators: readonly string[]): void {
  if (!separators.some((separator) => separator.includes("\n"))) return;
  if (countLines(piece) === countLines(withoutValues(part))) return;
  const name = typeof part === "string" ? part : "a nested part";
  throw new SigningError("ambiguous_text", `The value of ${name} must not contain a line break.`);
}

function withoutValues(part: TextPart): string {
  if (typeof part !== "string") return "";
  return fillText(part, Object.fromEntries(templateNames(part).map((name) => [name, ""])));
}

function countLines(text: string): number {
  return text.split("\n").length;
}

function wellFormed(text: string): string {
  if (text.isWellFormed()) return text;
  throw new SigningError("ambiguous_text", "A value contains half of a surrogate pair.");
}

function fillOrThrow<Result>(fill: () => Result): Result {
  try {
    return fill();
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause;
    const code = cause.code === "template_name" ? "missing_value" : "invalid_rule";
    const detail = cause.message.slice(cause.code.length + 2);
    throw new SigningError(code, detail, { cause });
  }
}

function concatPieces(pieces: readonly (string | Bytes)[]): ComposedText {
  const texts = pieces.filter((piece) => typeof piece === "string");
  if (texts.length === pieces.length) {
    const text = texts.join("");
    return { bytes: new TextEncoder().encode(text), text };
  }
  const parts = pieces.map((piece) =>
    typeof piece === "string" ? new TextEncoder().encode(piece) : piece,
  );
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes, text: undefined };
}
