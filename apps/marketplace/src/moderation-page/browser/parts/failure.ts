import { actionButton } from "./action-button.ts";
import { element } from "./element.ts";

/** Creates a box that says what failed, and offers to try again where that may help. */
export function failureBox(text: string, retry?: () => Promise<void>): HTMLElement {
  return element(
    "div",
    { class: "failure", role: "alert" },
    element("p", {}, text),
    retry && actionButton("Try again", retry),
  );
}
