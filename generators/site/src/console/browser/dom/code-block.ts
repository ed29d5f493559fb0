import { button, element } from "./element.ts";

/** Creates a text block that readers can scroll and copy with the keyboard. */
export function codeBlock(label: string, text: string): HTMLElement {
  const pre = element("pre", { tabindex: "0", role: "region", "aria-label": label });
  pre.textContent = text;
  const said = element("span", { role: "status" });
  const copy = button("Copy", () => {
    navigator.clipboard.writeText(text).then(
      () => {
        said.textContent = "Copied";
      },
      () => {
        said.textContent = "Not copied";
      },
    );
  });
  copy.setAttribute("aria-label", `Copy: ${label}`);
  return element("div", { class: "console-code" }, pre, copy, said);
}
