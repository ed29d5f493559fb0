import { getUser, listListings } from "@specwright/marketplace-api/client";
import type { User } from "@specwright/marketplace-api/types";
import { attempt, failureText } from "../attempt.ts";
import type { Desk, View } from "../desk.ts";
import { listingCard } from "../listings/listing-card.ts";
import { element } from "../parts/element.ts";
import { facts, timeText } from "../parts/facts.ts";
import { failureBox } from "../parts/failure.ts";
import { pagedList } from "../parts/paged-list.ts";
import { userState } from "./user-state.ts";

/** Finds a user by the id. */
export function usersView(): View {
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
    "Owners of listings and reporters are linked from there. Any other user is found by the id.";
  return { heading: "Users", content: [element("p", { class: "lead" }, lead), form] };
}

/** A user, and the listings of theirs that moderators can see. */
export function userView(desk: Desk, id: number): View {
  const box = element("div", { role: "status" }, "Loading …");
  async function load(): Promise<void> {
    const answer = await attempt(getUser(desk.transport, { path: { user_id: id } }));
    if (answer.status === 200) box.replaceWith(...userContent(desk, answer.body.data));
    else if (answer.status === 404) box.replaceChildren(failureBox("There is no such user."));
    else box.replaceChildren(failureBox(failureText(answer), load));
  }
  void load();
  return { heading: `User ${id}`, content: [box] };
}

function userContent(desk: Desk, user: User): readonly Node[] {
  const { id, username, email, role } = user;
  const name = [user.first_name, user.last_name].filter((part) => part !== null).join(" ");
  return [
    facts({
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
        attempt(
          listListings(desk.transport, {
            query: { user_id: id, ...(cursor !== undefined && { cursor }) },
          }),
        ),
      draw: (listing) => listingCard(desk, listing, { collapses: false }),
      empty: "There is none that you can see.",
    }),
  ];
}
