import { element } from "./element.ts";

/**
 * Creates a button that ignores clicks until its action has ended, so that no request is sent
 * twice. The attribute `disabled` is not used, because a disabled button loses the focus.
 */
export function actionButton(
  text: string,
  act: () => Promise<void> | void,
  look: "main" | "bad" | "" = "",
): HTMLButtonElement {
  const button = element("button", { type: "button", class: look }, text);
  let isBusy = false;
  button.addEventListener("click", async () => {
    if (isBusy) return;
    isBusy = true;
    button.setAttribute("aria-disabled", "true");
    try {
      await act();
    } finally {
      isBusy = false;
      button.removeAttribute("aria-disabled");
    }
  });
  return button;
}
