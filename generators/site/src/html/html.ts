// HTML is written with a tagged template that escapes all values. A template with a slot in an unsafe
// position (a tag name, an unquoted attribute or a script) throws when it is first used. The value of a URL
// attribute must be an `Address`.

import { escapeAttribute, escapeText } from "@specwright/diff/changelog/text";
import { Address } from "./address.ts";
import { pageText } from "./page-text.ts";
import { type Slot, templateSlots } from "./template-slots.ts";

/** HTML that is safe inside a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template. `undefined` and `false` produce no text. */
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
 * Writes HTML. Escapes a string for its position in the template. Joins the items of a list without
 * separators.
 *
 * @throws {TypeError} A slot is in an unsafe position, or its value has the wrong type.
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

/** Marks a string as safe HTML. Only use it for the output of a trusted renderer. */
export function trustedHtml(text: string): Html {
  return new Html(text);
}

/** Fast path: printable ASCII characters that HTML does not escape. */
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
