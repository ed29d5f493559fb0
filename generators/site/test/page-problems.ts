// What is wrong with a page, as a browser reads it.

import { type DefaultTreeAdapterTypes, type ParserError, parse } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Lists scripts, handlers, styles and addresses that no page may have, and errors of markup. */
export function pageProblems(page: string): readonly string[] {
  const problems: string[] = [];
  const onParseError = ({ code, startLine, startCol }: ParserError): void => {
    problems.push(`${code} at ${startLine}:${startCol}`);
  };
  const ids = new Set<string>();
  for (const element of elementsOf(parse(page, { onParseError, sourceCodeLocationInfo: true }))) {
    problems.push(...elementProblems(element, ids));
  }
  return problems;
}

/** Parses a page as a browser does. */
export function parsePage(page: string): Node {
  return parse(page);
}

/** Lists all elements, in the order of the document. */
export function elementsOf(node: Node): readonly Element[] {
  const found: Element[] = [];
  const waiting: Node[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ("tagName" in next) found.push(next);
    if ("childNodes" in next) waiting.push(...[...next.childNodes].reverse());
  }
  return found;
}

const forbidden = ["style", "iframe", "object", "embed", "base", "math", "svg", "template", "img"];

function elementProblems(element: Element, ids: Set<string>): readonly string[] {
  const { tagName, attrs, childNodes } = element;
  const problems: string[] = [];
  if (forbidden.includes(tagName)) problems.push(`<${tagName}>`);
  if (tagName === "script" && childNodes.length > 0) problems.push("a script with content");
  for (const { name, value } of attrs) {
    if (/^on|^style$|^srcdoc$/.test(name)) problems.push(`${tagName}[${name}]`);
    if (["href", "src", "action"].includes(name) && !isSafe(value, tagName)) {
      problems.push(`${tagName}[${name}=${value}]`);
    }
    if (name === "id") {
      if (ids.has(value) || value === "" || /\s/.test(value)) problems.push(`id ${value}`);
      ids.add(value);
    }
  }
  return problems;
}

function isSafe(address: string, tagName: string): boolean {
  const { origin, protocol } = new URL(address, "https://site.test/a/b/c");
  if (origin === "https://site.test") return true;
  return tagName === "a" && ["https:", "http:", "mailto:"].includes(protocol);
}
