import { getListing, getUser, listListings } from "@specwright/marketplace-api/client";
import type { User } from "@specwright/marketplace-api/types";
import { callOrLost, failureText } from "../attempt.ts";
import type { Desk, View } from "../desk.ts";
import { listingCard } from "../listings/listing-card.ts";
import { element } from "../parts/element.ts";
import { factList, timeText } from "../parts/facts.ts";
import { failureBox } from "../parts/failure.ts";
import { pagedList } from "../parts/paged-list.ts";
import { userState } from "./user-state.ts";

/** Shows forms that find a user by the id, or by a listing of the user. */
export function usersView(desk: Desk): View {
  const id = element("input", {
    ...{ id: "user-id", inputmode: "numeric", pattern: "[1-9][0-9]{0,15}", required: "" },
    ...{ autocomplete: "off", title: "A number" },
  });
  const form = element(
    "form",
    { class: "find" },
    element("div", { class: "field" }, element("label", { for: "user-id" }, "User id"), id),
    element("button", { class: "main" }, "Show the user"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    location.hash = `#/users/${id.value}`;
  });
  const lead =
    "Find a user by id, or by one of their listings. Listings and reports also link to owners and reporters.";
  return {
    heading: "Users",
    content: [element("p", { class: "lead" }, lead), form, ownerForm(desk)],
  };
}

/**
 * Creates the form that finds the owner of a listing. It accepts the id of the listing, or a URL
 * that ends with this id.
 */
function ownerForm(desk: Desk): HTMLFormElement {
  const given = element("input", {
    ...{ id: "owner-of", required: "", autocomplete: "off", pattern: ".*?[1-9][0-9]{0,14}/?" },
    title: "A number, or a URL that ends with it",
  });
  const failures = element("div");
  const form = element(
    "form",
    { class: "find" },
    element(
      "div",
      { class: "field" },
      element("label", { for: "owner-of" }, "Listing id or address"),
      given,
    ),
    element("button", { class: "main" }, "Show its owner"),
    failures,
  );
  async function findSeller(): Promise<void> {
    failures.replaceChildren();
    const [, id = ""] = /([1-9]\d{0,14})\/?$/.exec(given.value.trim()) ?? [];
    const path = { listing_id: Number(id) };
    const answer = await callOrLost(getListing(desk.transport, { path }));
    if (answer.status === 200) location.hash = `#/users/${answer.body.data.user_id}`;
    else failures.replaceChildren(failureBox(failureText(answer)));
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void findSeller();
  });
  return form;
}

/** Shows a user, and the user's listings that moderators can see. */
export function userView(desk: Desk, id: number): View {
  const box = element("div", { role: "status" }, "Loading …");
  async function loadUser(): Promise<void> {
    const answer = await callOrLost(getUser(desk.transport, { path: { user_id: id } }));
    if (answer.status === 200) box.replaceWith(...userContent(desk, answer.body.data));
    else if (answer.status === 404) box.replaceChildren(failureBox("There is no such user."));
    else box.replaceChildren(failureBox(failureText(answer), loadUser));
  }
  void loadUser();
  return { heading: `User ${id}`, content: [box] };
}

function userContent(desk: Desk, user: User): readonly Node[] {
  const { id, username, email, role } = user;
  const name = [user.first_name, user.last_name].filter((part) => part !== null).join(" ");
  return [
    factList({
      Username: username,
      Name: name === "" ? undefined : name,
      Registered: timeText(user.created_at),
      Address: email ?? undefined,
      Role: role,
    }),
    ...(user.description === null ? [] : [element("p", { class: "prose" }, user.description)]),
    userState(desk, user),
    element("h2", {}, "Listings"),
    pagedList({
      read: (cursor) =>
        callOrLost(
          listListings(desk.transport, {
            query: { user_id: id, ...(cursor !== undefined && { cursor }) },
          }),
        ),
      draw: (listing) => listingCard(desk, listing, { collapses: false }),
      empty: "This user has no listing that you may see.",
    }),
  ];
}
