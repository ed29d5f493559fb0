import { actionButton } from "./action-button.ts";
import { element } from "./element.ts";
import { failureBox } from "./failure.ts";

/** A question that the user answers with a text. */
export interface ReasonQuestion {
  readonly title: string;
  readonly label: string;
  /** A sentence that says who will read the text. */
  readonly hint: string;
  readonly submit: string;
  /**
   * The key under which an unsent text is stored. The text survives closing the dialog and the end
   * of the session.
   */
  readonly draft: string;
}

/**
 * The result of sending. If it is an error, the dialog stays open and shows the error. Otherwise
 * the dialog closes, and `closed` is called.
 */
export type DialogEnd = { readonly failure: string } | { readonly closed: () => void };

const MAX_LENGTH = 2048;
const drafts = new Map<string, string>();

/**
 * Asks for a reason and sends it. Until sending succeeds, the dialog stays open and keeps the text.
 */
export function askReason(
  question: ReasonQuestion,
  send: (reason: string) => Promise<DialogEnd>,
): void {
  const { title, label, hint, submit, draft } = question;
  const text = element("textarea", {
    ...{ id: "reason", rows: "5", required: "", maxlength: `${MAX_LENGTH}` },
    "aria-describedby": "reason-hint",
  });
  text.value = drafts.get(draft) ?? "";
  const failures = element("div");
  const dialog = element("dialog", { "aria-labelledby": "reason-title" });
  const sendButton = actionButton(
    submit,
    async () => {
      text.value = text.value.trim();
      if (!text.reportValidity()) return;
      failures.replaceChildren();
      const end = await send(text.value);
      if ("failure" in end) {
        failures.replaceChildren(failureBox(end.failure));
        return;
      }
      drafts.delete(draft);
      dialog.close();
      end.closed();
    },
    "main",
  );
  text.addEventListener("input", () => drafts.set(draft, text.value));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(
    element("h2", { id: "reason-title" }, title),
    element(
      "div",
      { class: "field" },
      element("label", { for: "reason" }, label),
      element("p", { class: "hint", id: "reason-hint" }, hint),
      text,
    ),
    failures,
    element(
      "div",
      { class: "actions" },
      sendButton,
      actionButton("Cancel", () => dialog.close()),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  text.focus();
}

/** Removes open dialogs. Their texts stay stored. */
export function closeDialogs(): void {
  for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
}

/** Removes all unsent texts, so that a different user does not see them. */
export function forgetDrafts(): void {
  drafts.clear();
}
