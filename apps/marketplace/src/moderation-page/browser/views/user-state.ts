import { suspendUser } from "@specwright/marketplace-api/client";
import type { User } from "@specwright/marketplace-api/types";
import { callOrLost, failureText } from "../attempt.ts";
import type { Desk } from "../desk.ts";
import { actionButton } from "../parts/action-button.ts";
import { element } from "../parts/element.ts";
import { failureBox } from "../parts/failure.ts";
import { askReason } from "../parts/reason-dialog.ts";

const FOR_ADMINS = "Only an administrator can suspend a moderator or an administrator.";

/**
 * Creates a part of the page of a user. It shows whether the account is suspended. A button
 * suspends the account or lifts the suspension.
 */
export function userState(desk: Desk, user: User): HTMLElement {
  const { id, username } = user;
  const text = element("p", { tabindex: "-1" });
  const failures = element("div");
  const actions = element("div", { class: "actions" });
  const box = element("div", { class: "card" }, text, failures, actions);

  function drawState(isSuspended: boolean): void {
    text.textContent = isSuspended
      ? `${username} is suspended, and cannot log in.`
      : `${username} is not suspended.`;
    failures.replaceChildren();
    // Users cannot suspend themselves.
    if (id === desk.me.id) return;
    if (!desk.isAdmin && user.role !== "member") {
      actions.replaceChildren(element("p", { class: "hint" }, FOR_ADMINS));
      return;
    }
    actions.replaceChildren(
      isSuspended
        ? actionButton("Lift the suspension", liftSuspension)
        : actionButton("Suspend", askToSuspend, "bad"),
    );
  }

  function askToSuspend(): void {
    askReason(
      {
        title: `Suspend ${username}?`,
        label: "Reason",
        hint: "The reason is mailed to the user. The user's sessions end; the listings do not change.",
        submit: "Suspend",
        draft: `suspend ${id}`,
      },
      async (reason) => {
        const failure = await sendState({ suspended: true, reason });
        return failure === undefined ? { closed: () => showState(true) } : { failure };
      },
    );
  }

  async function liftSuspension(): Promise<void> {
    const failure = await sendState({ suspended: false });
    if (failure === undefined) showState(false);
    else failures.replaceChildren(failureBox(failure, liftSuspension));
  }

  async function sendState(body: {
    readonly suspended: boolean;
    readonly reason?: string;
  }): Promise<string | undefined> {
    const answer = await callOrLost(suspendUser(desk.transport, { path: { user_id: id }, body }));
    if (answer.status === 200) return undefined;
    if (answer.status !== 403) return failureText(answer);
    return FOR_ADMINS;
  }

  function showState(isSuspended: boolean): void {
    drawState(isSuspended);
    text.focus();
    desk.announce(text.textContent ?? "");
  }

  drawState(user.suspended === true);
  return box;
}
