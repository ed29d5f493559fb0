import { actionButton } from "./action-button.ts";
import { element } from "./element.ts";

/** Creates an error box. The box has a retry button if `retry` is set. */
export function failureBox(text: string, retry?: () => Promise<void>): HTMLElement {
  return element(
    "div",
    { class: "failure", role: "alert" },
    element("p", {}, text),
    retry && actionButton("Try again", retry),
  );
}
