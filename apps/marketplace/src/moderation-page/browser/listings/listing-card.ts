import { getCurrentUser, getListing } from "@specwright/marketplace-api/client";
import type { Listing } from "@specwright/marketplace-api/types";
import { callOrLost, failureText } from "../attempt.ts";
import { type Desk, isStaff } from "../desk.ts";
import { actionButton } from "../parts/action-button.ts";
import { collapseCard } from "../parts/collapse-card.ts";
import { element, heading, link } from "../parts/element.ts";
import { failureBox } from "../parts/failure.ts";
import { askReason, type DialogEnd } from "../parts/reason-dialog.ts";
import {
  type ListingAction,
  type ListingAnswer,
  listingActions,
  statusText,
} from "./listing-actions.ts";
import { listingContent } from "./listing-content.ts";

/** Options for `listingCard`. */
export interface ListingCardOptions {
  /** Whether the card collapses to one line after a decision, as it does in a queue. */
  readonly collapses: boolean;
  readonly largeImages?: boolean;
}

/** Creates the card of a listing, with the decisions that the current user may make. */
export function listingCard(
  desk: Desk,
  listing: Listing,
  options: ListingCardOptions,
): HTMLLIElement {
  const card = element("li", { class: "card" });

  function drawCard(shown: Listing, note?: string): void {
    const { id, title, version } = shown;
    const failures = element("div");
    const actions = listingActions(desk, shown);
    // All buttons of the card share this flag, so that the page sends only one decision at a time.
    let isBusy = false;
    const decideOnce = async (decide: () => Promise<void> | void): Promise<void> => {
      if (isBusy) return;
      isBusy = true;
      failures.replaceChildren();
      await decide();
      isBusy = false;
    };

    async function takeAnswer(action: ListingAction, answer: ListingAnswer): Promise<DialogEnd> {
      if (answer.status === 200) {
        const { data } = answer.body as { readonly data: Listing };
        return { closed: () => finishAction(action, data) };
      }
      if ([404, 409, 412].includes(answer.status)) return await showCurrent();
      return { failure: failureText(answer) };
    }

    async function showCurrent(): Promise<DialogEnd> {
      const answer = await callOrLost(getListing(desk.transport, { path: { listing_id: id } }));
      if (answer.status === 200) {
        const now = answer.body.data;
        const what =
          now.status !== shown.status || now.held !== shown.held
            ? `Another moderator was faster: the listing is now ${statusText(now)}.`
            : "The listing has changed since you read it. Read it again before you decide.";
        return { closed: () => redrawCard(now, now.version === version ? undefined : what) };
      }
      if (answer.status !== 404) return { failure: failureText(answer) };
      const refusal = await roleFailure(desk);
      if (refusal !== undefined) return { failure: refusal };
      const gone = `“${title}” was decided by another moderator, withdrawn or deleted.`;
      return { closed: () => collapseListing(gone) };
    }

    async function runAction(action: ListingAction): Promise<void> {
      const end = await takeAnswer(action, await action.run(""));
      if ("closed" in end) end.closed();
      else
        failures.replaceChildren(
          failureBox(end.failure, () => decideOnce(() => runAction(action))),
        );
    }

    const buttons = actions.map((action) => {
      const { label, look, question } = action;
      return actionButton(
        label,
        () =>
          question === undefined
            ? decideOnce(() => runAction(action))
            : askReason(question, async (reason) => takeAnswer(action, await action.run(reason))),
        look,
      );
    });
    const isOwnPending =
      shown.user_id === desk.me.id && shown.status === "pending" && !desk.isAdmin;
    card.replaceChildren(
      ...(note === undefined ? [] : [failureBox(note)]),
      heading("h2", link(`#/listings/${id}`, title)),
      ...listingContent(desk, shown, options.largeImages === true),
      failures,
      ...(buttons.length > 0 ? [element("div", { class: "actions" }, ...buttons)] : []),
      ...(isOwnPending
        ? [
            element(
              "p",
              { class: "hint" },
              "This is your own listing: another moderator must decide.",
            ),
          ]
        : []),
    );
  }

  function redrawCard(now: Listing, note?: string): void {
    drawCard(now, note);
    card.querySelector("h2")?.focus();
    desk.recount("listings");
  }

  function finishAction({ done }: ListingAction, now: Listing): void {
    const text = `${done}: “${now.title}”.`;
    if (options.collapses) {
      collapseListing(text, link(`#/listings/${now.id}`, "Show it"));
      return;
    }
    redrawCard(now);
    desk.announce(text);
  }

  function collapseListing(text: string, after?: Node): void {
    collapseCard(card, text, after);
    desk.announce(text);
    desk.recount("listings");
  }

  drawCard(listing);
  return card;
}

/** Reads the current user again. Returns a message if this user may no longer moderate. */
async function roleFailure({ transport }: Desk): Promise<string | undefined> {
  const answer = await callOrLost(getCurrentUser(transport));
  if (answer.status !== 200) return failureText(answer);
  return isStaff(answer.body.data)
    ? undefined
    : "You are no longer a moderator. Ask the operator of the service for this role.";
}
