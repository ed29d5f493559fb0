import { button, element, uniqueId } from "./element.ts";

/**
 * Asks a question in a dialog. Resolves with true if the reader agrees. Resolves with false if the reader
 * declines or presses Escape.
 */
export function confirmDialog(
  place: HTMLElement,
  question: string,
  details: readonly Node[],
  yes: string,
): Promise<boolean> {
  const id = uniqueId("question");
  const dialog = element("dialog", { class: "console-dialog", "aria-labelledby": id });
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    const no = button("Cancel", () => dialog.close("no"));
    // If the reader presses Enter, the answer is no.
    no.autofocus = true;
    const buttons = element(
      "p",
      {},
      no,
      button(yes, () => dialog.close("yes")),
    );
    dialog.append(element("p", { id }, question), ...details, buttons);
    place.append(dialog);
    dialog.showModal();
  });
}
