// HTML is written with a tagged template, which escapes values. A template with an unsafe slot (in the name
// of a tag, in an unquoted attribute or in a script) throws on its first use. URLs must be an `Address`.

import { escapeAttribute, escapeText } from "@specwright/diff/changelog/text";
import { Address } from "./address.ts";
import { pageText } from "./page-text.ts";
import { type Slot, templateSlots } from "./template-slots.ts";

/** HTML that is safe to put into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value for a slot. `undefined` and `false` write nothing. */
export type HtmlValue =
  | string
  | number
  | bigint
  | Html
  | Address
  | readonly HtmlValue[]
  | undefined
  | false;

const known = new WeakMap<TemplateStringsArray, readonly Slot[]>();

/**
 * Writes HTML. A string is escaped for its slot, a list is written without separators.
 *
 * @throws {TypeError} A slot is in an unsafe place, or its value does not fit.
 *
 * @example
 * html`<p title="${"<"}">${["a", html`<br>`]}</p>`.text; // '<p title="&lt;">a<br></p>'
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let slots = known.get(strings);
  if (slots === undefined) {
    slots = templateSlots(strings);
    known.set(strings, slots);
  }
  let text = strings[0] ?? "";
  for (let index = 0; index < values.length; index++) {
    text += slotText(values[index], slots[index] ?? "text") + (strings[index + 1] ?? "");
  }
  return new Html(text);
}

/** Declares a string to be HTML. Use it only for the output of a trusted renderer. */
export function trustedHtml(text: string): Html {
  return new Html(text);
}

/** Fast path: printable ASCII without special characters of HTML. */
const needsNothing = /^[ !#-%(-;=?-~]*$/;

function slotText(value: HtmlValue, slot: Slot): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) {
    if (slot !== "text") throw new TypeError("HTML cannot be the value of an attribute.");
    return value.text;
  }
  if (value instanceof Address) return escapeAttribute(value.href);
  if (slot === "address") throw new TypeError("The value of an address must be an Address.");
  if (typeof value === "object") {
    let text = "";
    for (const each of value) text += slotText(each, slot);
    return text;
  }
  const written = String(value);
  if (needsNothing.test(written)) return written;
  const text = pageText(written);
  return slot === "text" ? escapeText(text) : escapeAttribute(text);
}
