import { codeBlock } from "../dom/code-block.ts";
import { element } from "../dom/element.ts";
import { byteSize } from "../text/byte-size.ts";
import { prettyJson } from "../text/pretty-json.ts";
import { MAX_BODY_BYTES, type ReceivedAnswer } from "./record-exchange.ts";

/** The maximum number of characters of a body that the view shows. */
const MAX_SHOWN = 100_000;
/** Only bodies up to this number of bytes are indented. */
const MAX_INDENTED = 1_000_000;

/** Returns the status, time and size of a response in one line. */
export function answerSummary({ status, statusText, bytes, totalMs }: ReceivedAnswer): string {
  const words = statusText === "" ? "" : ` ${statusText}`;
  return `${status}${words}, ${Math.round(totalMs)} ms, ${byteSize(bytes.byteLength)}`;
}

/**
 * Creates the view of a response. `isForeign` means that the server has a different origin than the page.
 */
export function answerView(
  answer: ReceivedAnswer,
  { isForeign }: { readonly isForeign: boolean },
): HTMLElement {
  const note = isForeign
    ? "Browsers show a page only the headers that the server exposes to it."
    : undefined;
  return element(
    "section",
    { class: "console-answer", "aria-label": "Response" },
    element("h3", {}, answerSummary(answer)),
    element("p", { class: "console-hint" }, `Headers after ${Math.round(answer.headersMs)} ms.`),
    headerTable(answer.headers, note),
    ...bodyParts(answer),
  );
}

function headerTable(headers: ReceivedAnswer["headers"], note: string | undefined): HTMLElement {
  const rows = headers.map(([name, value]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      element("td", {}, element("code", {}, value)),
    ),
  );
  const hint = note === undefined ? undefined : element("p", { class: "console-hint" }, note);
  return element(
    "details",
    {},
    element("summary", {}, `Headers (${headers.length})`),
    element("div", { class: "console-table" }, element("table", {}, element("tbody", {}, ...rows))),
    hint,
  );
}

function bodyParts({ headers, bytes, isWhole }: ReceivedAnswer): readonly HTMLElement[] {
  if (bytes.byteLength === 0) return [element("p", {}, "The body is empty.")];
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const parts: HTMLElement[] = [];
  const text = bodyText(type, bytes);
  if (text === undefined) {
    const what = type === "" ? "an unknown type" : type;
    parts.push(element("p", {}, `The body is ${byteSize(bytes.byteLength)} of ${what}.`));
  } else {
    const isShort = bytes.byteLength <= MAX_INDENTED;
    const indented = (isShort && /\bjson\b/.test(type) && prettyJson(text)) || text;
    parts.push(codeBlock("Body of the response", indented.slice(0, MAX_SHOWN)));
    if (indented.length > MAX_SHOWN) {
      const shown = MAX_SHOWN.toLocaleString("en");
      parts.push(element("p", {}, `Only the first ${shown} characters are shown.`));
    }
  }
  if (!isWhole) {
    parts.push(element("p", {}, `Only the first ${byteSize(MAX_BODY_BYTES)} were read.`));
  }
  parts.push(element("p", {}, saveLink(bytes)));
  return parts;
}

function bodyText(type: string, bytes: Uint8Array): string | undefined {
  if (!/^text\/|\b(?:json|xml|yaml|javascript|x-www-form-urlencoded)\b/.test(type)) {
    return undefined;
  }
  return new TextDecoder().decode(bytes);
}

/**
 * Creates a link that saves the body. The body may be malicious. With this media type, browsers do not show
 * it.
 */
function saveLink(bytes: Uint8Array<ArrayBuffer>): HTMLElement {
  const href = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  return element("a", { href, download: "answer" }, "Save the body");
}
