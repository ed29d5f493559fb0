import { getUser } from "@specwright/marketplace-api/client";
import { callOrLost } from "../attempt.ts";
import type { Desk } from "../desk.ts";
import { link } from "./element.ts";

const names = new Map<number, Promise<string | undefined>>();

/** Creates a link to a user. The link shows the name as soon as it is known. */
export function userLink(desk: Desk, id: number, name?: string): HTMLAnchorElement {
  const created = link(`#/users/${id}`, name ?? `user ${id}`);
  if (name !== undefined) return created;
  let found = names.get(id);
  if (found === undefined) {
    found = readName(desk, id);
    names.set(id, found);
  }
  void found.then((username) => {
    if (username !== undefined) created.textContent = username;
    else names.delete(id);
  });
  return created;
}

async function readName({ transport }: Desk, id: number): Promise<string | undefined> {
  const answer = await callOrLost(getUser(transport, { path: { user_id: id } }));
  return answer.status === 200 ? answer.body.data.username : undefined;
}
