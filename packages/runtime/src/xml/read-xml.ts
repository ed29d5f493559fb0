// Converts an XML document to JSON text. Numbers keep their digits.

import type { XmlShape } from "../codegen/xml.ts";
import { decodeUtf8 } from "../world/platform.ts";
import { parseXml, type XmlElement } from "./parse-xml.ts";
import { xmlError } from "./xml-error.ts";

/**
 * Converts a document to JSON. The root element may have any name.
 *
 * @throws CodecError if the text is not XML in UTF-8.
 */
export function readXml(text: string | Uint8Array, shape: XmlShape): string {
  return elementJson(parseXml(typeof text === "string" ? text : decodeXml(text)), shape);
}

function decodeXml(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes, { fatal: true });
  } catch {
    throw xmlError("malformed", "bytes that are not UTF-8");
  }
}

function elementJson(element: XmlElement, shape: XmlShape): string {
  const { items, properties, additional } = shape;
  if (items !== undefined) return listJson(element.children, items);
  if (properties === undefined && additional === undefined) return scalarJson(element.text, shape);
  const members: (readonly [name: string, json: string])[] = [];
  const taken = new Set<string>();
  for (const [property, inner] of Object.entries(properties ?? {})) {
    taken.add(elementName(property, inner));
    const json = memberJson(element, property, inner);
    if (json !== undefined) members.push([property, json]);
  }
  for (const child of element.children) {
    if (additional === undefined || taken.has(child.name)) continue;
    members.push([child.name, elementJson(child, additional)]);
  }
  return `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

/** Returns the name of the elements of a property. */
function elementName(property: string, { name, items, wrapped }: XmlShape): string {
  return (items === undefined || wrapped ? name : items.name) ?? property;
}

function memberJson(element: XmlElement, property: string, shape: XmlShape): string | undefined {
  if (shape.node === "text") return scalarJson(element.text, shape);
  const name = elementName(property, shape);
  if (shape.node === "attribute") {
    const text = element.attributes.get(name);
    return text === undefined ? undefined : scalarJson(text, shape);
  }
  const children = element.children.filter((child) => child.name === name);
  const { items, wrapped, required } = shape;
  if (items !== undefined && !wrapped) {
    return children.length > 0 || required ? listJson(children, items) : undefined;
  }
  const [first] = children;
  return first && elementJson(first, shape);
}

function listJson(elements: readonly XmlElement[], items: XmlShape): string {
  return `[${elements.map((element) => elementJson(element, items)).join(",")}]`;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Writes a scalar as JSON. If the text does not have the type of the scalar, writes a string. */
function scalarJson(text: string, { type }: XmlShape): string {
  const trimmed = text.trim();
  const mayBe = (each: XmlShape["type"]): boolean => type === each || type === "mixed";
  const isNumber = mayBe("number") && NUMBER.test(trimmed);
  const isBoolean = mayBe("boolean") && /^(?:true|false)$/.test(trimmed);
  return isNumber || isBoolean ? trimmed : JSON.stringify(text);
}
