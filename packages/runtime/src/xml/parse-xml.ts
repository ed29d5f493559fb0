// Reads XML 1.0 without a document type. Document types are refused, because their entities can name files
// or grow without bounds. This file replaces fast-xml-parser, which adds 25 kB to a bundle; all XML code of
// this package has 3 kB. This parser also keeps the digits of numbers.

import { FORBIDDEN, xmlError } from "./xml-error.ts";

/** An element. Its names have no prefixes. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The text directly in the element, without the text of its children. */
  readonly text: string;
}

interface OpenElement extends XmlElement {
  /** The name as written, including the prefix. The end tag must repeat it. */
  readonly tag: string;
  readonly children: XmlElement[];
  text: string;
}

const NAME = "[\\p{L}_:][\\p{L}\\p{M}\\p{N}_:.\\u00b7-]*";
const ATTRIBUTES = `(?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*`;

/**
 * Matches the next piece of a document: a comment or instruction, CDATA, an end tag, a start tag, or text.
 */
const PIECE = new RegExp(
  [
    "<\\?[^]*?\\?>|<!--[^]*?-->",
    "<!\\[CDATA\\[(?<data>[^]*?)\\]\\]>",
    `</(?<end>${NAME})\\s*>`,
    `<(?<start>${NAME})(?<attributes>${ATTRIBUTES})\\s*(?<empty>/?)>`,
    "(?<text>[^<]+)",
  ].join("|"),
  "uy",
);

const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "gu");

/** The deepest nesting of elements. */
const MAX_DEPTH = 512;

/**
 * Parses a document and returns its root element.
 *
 * @throws CodecError if the document is not well formed, or has a document type.
 */
export function parseXml(text: string): XmlElement {
  if (FORBIDDEN.test(text)) throw xmlError("malformed", "a character that XML does not allow");
  const open: OpenElement[] = [];
  let root: OpenElement | undefined;
  for (PIECE.lastIndex = 0; PIECE.lastIndex < text.length; ) {
    const at = PIECE.lastIndex;
    const groups = PIECE.exec(text)?.groups;
    if (groups === undefined) throw xmlError("malformed", problemAt(text, at));
    const current = open.at(-1);
    const { data, end, start, attributes = "", empty } = groups;
    if (start !== undefined) {
      const element = openElement(start, attributes);
      if (current !== undefined) current.children.push(element);
      else if (root !== undefined) throw xmlError("malformed", "more than one root element");
      root ??= element;
      if (empty === "") open.push(element);
      if (open.length > MAX_DEPTH) throw xmlError("malformed", `deeper than ${MAX_DEPTH} elements`);
    } else if (end !== undefined) {
      if (open.pop()?.tag !== end) throw xmlError("malformed", "an end tag without its start tag");
    } else {
      const piece = data ?? unescapeXml(groups["text"] ?? "");
      if (current !== undefined) current.text += piece;
      else if (/[^\s\uFEFF]/.test(piece))
        throw xmlError("malformed", "text outside of the root element");
    }
  }
  if (root === undefined || open.length > 0)
    throw xmlError("malformed", "an element that does not end");
  return root;
}

function problemAt(text: string, at: number): string {
  const isType = text.startsWith("<!DOCTYPE", at);
  return isType ? "a document type, which is not supported" : `invalid XML at character ${at}`;
}

function openElement(tag: string, attributes: string): OpenElement {
  const values = new Map<string, string>();
  for (const [, name = "", double, single] of attributes.matchAll(ATTRIBUTE)) {
    const isNamespace = name === "xmlns" || name.startsWith("xmlns:");
    if (!isNamespace) values.set(localName(name), unescapeXml(double ?? single ?? ""));
  }
  return { tag, name: localName(tag), attributes: values, children: [], text: "" };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["apos", "'"],
  ["gt", ">"],
  ["lt", "<"],
  ["quot", '"'],
]);

function unescapeXml(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/&([^;&]*;?)/g, (_, reference: string) => {
    const [, hexadecimal, decimal] = /^#(?:x([\dA-Fa-f]{1,6})|(\d{1,7}));$/.exec(reference) ?? [];
    const point = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    if (point <= 0x10ffff) return checkCharacter(String.fromCodePoint(point));
    const entity = entities.get(reference.slice(0, -1));
    if (entity === undefined || !reference.endsWith(";"))
      throw xmlError("malformed", "an unknown entity");
    return entity;
  });
}

function checkCharacter(character: string): string {
  if (!FORBIDDEN.test(character)) return character;
  throw xmlError("malformed", "a reference to a character that XML does not allow");
}
