import type { XmlShape } from "../codegen/xml.ts";
import { FORBIDDEN, xmlError } from "./xml-error.ts";

/** The namespaces around an element, by prefix. */
type Scope = ReadonlyMap<string, string>;

/**
 * Writes a JSON value as an XML document. Null and undefined are left out.
 *
 * @throws CodecError if the value has a name or a character that XML does not allow.
 */
export function writeXml(value: unknown, shape: XmlShape): string {
  const root = writeElement(shape.name ?? "root", value, shape, new Map());
  return `<?xml version="1.0" encoding="UTF-8"?>${root}`;
}

function writeElement(name: string, value: unknown, shape: XmlShape, scope: Scope): string {
  const tag = qualifiedName(name, shape);
  const { items, properties, additional } = shape;
  const inner = new Map(scope);
  const attributes = declareNamespace(shape, inner);
  const content: string[] = [];
  if (items !== undefined) content.push(writeItems(name, value, items, inner));
  else if (properties === undefined && additional === undefined)
    content.push(escapeXml(`${value}`));
  else {
    for (const [property, member] of Object.entries(Object(value))) {
      if (member === undefined || member === null) continue;
      const own = Object.hasOwn(properties ?? {}, property) ? properties?.[property] : undefined;
      const described = own ?? additional ?? {};
      const called = described.name ?? property;
      if (described.node === "attribute") {
        if (described.prefix !== undefined) attributes.push(...declareNamespace(described, inner));
        attributes.push(writeAttribute(qualifiedName(called, described), `${member}`));
      } else if (described.node === "text") {
        content.push(escapeXml(`${member}`));
      } else if (described.items !== undefined && !described.wrapped) {
        content.push(writeItems(property, member, described.items, inner));
      } else {
        content.push(writeElement(called, member, described, inner));
      }
    }
  }
  const start = [tag, ...attributes].join(" ");
  return content.join("") === "" ? `<${start}/>` : `<${start}>${content.join("")}</${tag}>`;
}

/** Returns the declaration of a name's namespace; nothing if an outer element has declared it. */
function declareNamespace(
  { namespace, prefix = "" }: XmlShape,
  known: Map<string, string>,
): string[] {
  if (namespace === undefined || known.get(prefix) === namespace) return [];
  known.set(prefix, namespace);
  return [writeAttribute(prefix === "" ? "xmlns" : `xmlns:${prefix}`, namespace)];
}

/** Writes the items of a list. An item whose shape has no name gets the name of the list. */
function writeItems(name: string, value: unknown, items: XmlShape, scope: Scope): string {
  const list = Array.isArray(value) ? value : [];
  return list.map((item) => writeElement(items.name ?? name, item, items, scope)).join("");
}

const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_.\u00b7-]*$/u;

function qualifiedName(name: string, { prefix }: XmlShape): string {
  for (const part of prefix === undefined ? [name] : [prefix, name]) {
    if (!NAME.test(part)) throw xmlError("encode", "a name that XML does not allow");
  }
  return prefix === undefined ? name : `${prefix}:${name}`;
}

function writeAttribute(name: string, value: string): string {
  const text = escapeXml(value)
    .replaceAll('"', "&quot;")
    .replace(/[\t\n]/g, (character) => {
      return `&#${character.charCodeAt(0)};`;
    });
  return `${name}="${text}"`;
}

function escapeXml(text: string): string {
  if (FORBIDDEN.test(text)) throw xmlError("encode", "a character that XML does not allow");
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}
