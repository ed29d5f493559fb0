import { element, uniqueId } from "./element.ts";

/** A form control. */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Adds a label and a hint to a control. */
export function labelled(label: string, control: Control, hint?: string): HTMLElement {
  control.id = uniqueId("field");
  const row = element("div", { class: "console-field" });
  row.append(element("label", { for: control.id }, label), control);
  if (hint !== undefined && hint !== "") {
    const id = uniqueId("hint");
    control.setAttribute("aria-describedby", id);
    row.append(element("p", { class: "console-hint", id }, hint));
  }
  return row;
}

/** Creates an input for one line of text. */
export function textInput(type: "text" | "password" | "file" = "text"): HTMLInputElement {
  return element("input", { type, autocomplete: "off", spellcheck: "false" });
}

/** Creates an input for several lines of text. */
export function textArea(rows: number, text = ""): HTMLTextAreaElement {
  const area = element("textarea", {
    rows: String(rows),
    autocomplete: "off",
    spellcheck: "false",
  });
  area.value = text;
  return area;
}

export function choice(options: readonly string[]): HTMLSelectElement {
  return element("select", {}, ...options.map((text) => element("option", {}, text)));
}
