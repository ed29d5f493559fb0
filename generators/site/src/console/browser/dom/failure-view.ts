import type { FailureText } from "../operation/explain-failure.ts";
import { element } from "./element.ts";

/** Creates a view of a failure with its likely causes. */
export function failureView({ headline, causes }: FailureText): HTMLElement {
  const list = causes.map((cause) => element("li", {}, cause));
  return element(
    "div",
    { class: "console-failure", role: "alert" },
    element("p", {}, element("strong", {}, headline)),
    list.length === 0 ? undefined : element("ul", {}, ...list),
  );
}
