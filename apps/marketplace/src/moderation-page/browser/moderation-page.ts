// The moderation page. It calls only the API of the service, through the generated client, with the
// rights of the signed-in user.

import { getCurrentUser, logoutUser } from "@specwright/marketplace-api/client";
import type { User } from "@specwright/marketplace-api/types";
import { bearer, restTransport } from "@specwright/rest/client";
import { callOrLost, failureText } from "./attempt.ts";
import { type Desk, isStaff, type Transport, type View } from "./desk.ts";
import { createFrame } from "./frame.ts";
import { element } from "./parts/element.ts";
import { failureBox } from "./parts/failure.ts";
import { closeDialogs, forgetDrafts } from "./parts/reason-dialog.ts";
import { storedToken, storeToken } from "./session.ts";
import { viewAt } from "./view-at.ts";
import { signInView } from "./views/sign-in.ts";

/** The base URL of the API is the parent folder of the page. */
const baseUrl = new URL("..", location.href).href.replace(/\/$/, "");
const frame = createFrame();
let desk: Desk | undefined;
let lastUser: number | undefined;

/**
 * Returns a transport that calls the API. If the session has ended, the transport shows the sign-in
 * view.
 */
function transportFor(token: string | undefined): Transport {
  return restTransport({
    baseUrl,
    retry: { retries: 1 },
    credentials: token === undefined ? {} : { session: bearer(token) },
    async fetch(...request) {
      const answer = await fetch(...request);
      if (answer.status === 401 && token !== undefined && token === storedToken()) {
        showSignIn("Your session has ended. Sign in again to continue where you were.");
      }
      return answer;
    },
  });
}

function showSignIn(note?: string): void {
  storeToken(undefined);
  desk = undefined;
  closeDialogs();
  frame.setUser(undefined);
  frame.show(
    signInView(
      transportFor(undefined),
      ({ token, user }) => {
        storeToken(token);
        openStartView(user);
      },
      note,
    ),
  );
}

async function startPage(): Promise<void> {
  const token = storedToken();
  if (token === undefined) {
    showSignIn();
    return;
  }
  const answer = await callOrLost(getCurrentUser(transportFor(token)));
  if (answer.status === 200) openStartView(answer.body.data);
  else if (answer.status !== 401) {
    frame.show({ heading: "Moderation", content: [failureBox(failureText(answer), startPage)] });
  }
}

function openStartView(me: User): void {
  if (lastUser !== undefined && lastUser !== me.id) forgetDrafts();
  lastUser = me.id;
  const transport = transportFor(storedToken());
  frame.setUser(me, () => signOut(transport));
  if (!isStaff(me)) {
    frame.show(notModeratorView(me));
    return;
  }
  const isAdmin = me.role === "admin";
  desk = { transport, me, isAdmin, announce: frame.announce, recount };
  frame.showSections(isAdmin);
  recount("listings");
  recount("reports");
  showPlace();

  function recount(queue: "listings" | "reports"): void {
    void frame.count(queue, transport);
  }
}

function notModeratorView({ username }: User): View {
  const why = `${username} is not a moderator. Ask the operator of the service for this role.`;
  return { heading: "Not a moderator", content: [element("p", {}, why)] };
}

async function signOut(transport: Transport): Promise<void> {
  storeToken(undefined);
  await callOrLost(logoutUser(transport));
  showSignIn("You have signed out.");
}

function showPlace(): void {
  if (desk === undefined) return;
  closeDialogs();
  frame.show(viewAt(desk, location.hash), location.hash);
}

addEventListener("hashchange", showPlace);
void startPage();
