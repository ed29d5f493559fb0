// Finds the problems of a page, as a browser reads it.

import { type DefaultTreeAdapterTypes, type ParserError, parse, parseFragment } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Lists forbidden scripts, handlers, styles and URLs, and errors of markup. */
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

/** Lists forbidden elements, attributes and URLs in HTML for a part of a page. */
export function fragmentProblems(fragment: string): readonly string[] {
  const ids = new Set<string>();
  return elementsOf(parseFragment(fragment)).flatMap((element) => [
    ...elementProblems(element, ids),
  ]);
}

/** Returns the visible text, without names of elements and attributes. */
export function textOf(node: Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
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

/** The elements of pages, with their allowed attributes in addition to the global ones. */
const allowed: Readonly<Record<string, string>> = {
  ...everyOf("html head body header main footer nav article aside section div p span strong"),
  ...everyOf("em s del ins i b code pre blockquote ul dl dt dd h1 h2 h3 h4 h5 h6 hr br wbr legend"),
  ...everyOf("table caption thead tbody tr td summary title fieldset"),
  html: "lang",
  a: "href rel download",
  button: "type",
  details: "open",
  form: "action method",
  input: "autocomplete checked name placeholder required type value",
  label: "for",
  li: "",
  option: "selected value",
  select: "name",
  link: "href rel title type",
  meta: "charset content http-equiv name",
  ol: "start",
  script: "defer src",
  th: "scope",
  time: "datetime",
};

/** The global attributes, except those that begin with `aria-` or `data-`. */
const ofAny = ["class", "id", "hidden", "role", "tabindex"];

function everyOf(names: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, ""]));
}

function elementProblems(element: Element, ids: Set<string>): readonly string[] {
  const { tagName, attrs, childNodes } = element;
  const problems: string[] = [];
  const own = allowed[tagName];
  if (own === undefined) problems.push(`<${tagName}>`);
  if (tagName === "meta") problems.push(...metaProblems(element));
  if (tagName === "script" && childNodes.length > 0) problems.push("a script with content");
  for (const { name, value } of attrs) {
    const isAllowed =
      ofAny.includes(name) || /^(?:aria|data)-/.test(name) || own?.split(" ").includes(name);
    if (isAllowed !== true) problems.push(`${tagName}[${name}]`);
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

function metaProblems({ attrs }: Element): readonly string[] {
  const equivalent = attrs.find(({ name }) => name === "http-equiv")?.value;
  const isPolicy = equivalent === undefined || equivalent === "Content-Security-Policy";
  return isPolicy ? [] : [`meta[http-equiv=${equivalent}]`];
}

function isSafe(address: string, tagName: string): boolean {
  const { origin, protocol, pathname } = new URL(address, "https://site.test/a/b/c/d/e");
  if (origin === "https://site.test") {
    return tagName !== "script" || /\/assets\/[\w.-]+\.js$/.test(pathname);
  }
  return tagName === "a" && ["https:", "http:", "mailto:"].includes(protocol);
}
