// Extracts from a response which things exist and which sessions are valid.

import type { Drawn } from "./draw-request.ts";
import { bodyMember, type Received } from "./exchange.ts";
import type { HeldSession } from "./people.ts";
import type { World } from "./world.ts";

/** With more things, two requests would rarely affect the same one. */
const MOST_THINGS = 40;

type Effect = (world: World, drawn: Drawn, answer: Received) => void;

/** Updates the world with the contents of a response. */
export function rememberAnswer(world: World, drawn: Drawn, answer: Received): void {
  // A replayed response was recorded the first time, and may be outdated.
  if (answer.headers.get("idempotency-replayed") === "true" || answer.status >= 300) return;
  effects[drawn.operation?.id ?? ""]?.(world, drawn, answer);
}

const effects: Readonly<Record<string, Effect>> = {
  createListing: ({ listings }, _drawn, answer) =>
    keep(listings, Number(bodyMember(answer, "data", "id"))),
  createAttachment({ attachments, files }, _drawn, answer) {
    keep(attachments, Number(bodyMember(answer, "data", "id")));
    const { pathname, search } = new URL(String(bodyMember(answer, "data", "url")));
    const operation = search === "" ? "getImage" : "getAttachmentFile";
    keep(files[operation] ?? [], `${pathname.replace("/v1", "")}${search}`);
  },
  reportListing: ({ reports }, _drawn, answer) =>
    keep(reports, Number(bodyMember(answer, "data", "id"))),
  listListings({ cursors }, _drawn, answer) {
    const cursor = bodyMember(answer, "next_cursor");
    if (typeof cursor === "string") keep(cursors, cursor);
  },
  registerUser({ people }, drawn, answer) {
    const id = Number(bodyMember(answer, "data", "id"));
    const { username, email, password } = sentBody(drawn);
    const named = { username: String(username), email: String(email) };
    people.push({ id, ...named, role: "member", password: String(password), sessions: [] });
  },
  loginUser({ people }, _drawn, answer) {
    const id = bodyMember(answer, "data", "user", "id");
    const person = people.find((one) => one.id === id);
    const session = {
      id: Number(bodyMember(answer, "data", "id")),
      token: String(bodyMember(answer, "data", "token")),
    };
    if (person !== undefined) person.sessions = [...person.sessions, session];
  },
  logoutUser(world, { credential }) {
    if (credential.kind === "live") end(world, (session) => session === credential.session);
  },
  revokeSession(world, drawn) {
    const id = idOf(drawn);
    end(world, (session) => session.id === id);
  },
  updateUser(world, drawn) {
    const { credential } = drawn;
    const { password } = sentBody(drawn);
    const person = world.people.find(({ id }) => id === idOf(drawn));
    if (password === undefined || person === undefined) return;
    person.password = String(password);
    const kept = credential.kind === "live" ? credential.session : undefined;
    end(world, (session) => session !== kept && person.sessions.includes(session));
  },
  resetPassword(world, drawn) {
    const { username, password } = sentBody(drawn);
    const person = world.people.find((one) => one.username === username);
    if (person === undefined) return;
    person.password = String(password);
    end(world, (session) => person.sessions.includes(session));
  },
  suspendUser(world, drawn) {
    const person = world.people.find(({ id }) => id === idOf(drawn));
    const isSuspended = sentBody(drawn)["suspended"] === true;
    if (isSuspended) end(world, (session) => person?.sessions.includes(session) === true);
  },
  deleteUser(world, drawn) {
    const place = world.people.findIndex(({ id }) => id === idOf(drawn));
    const person = world.people[place];
    if (person === undefined) return;
    end(world, (session) => person.sessions.includes(session));
    world.people.splice(place, 1);
  },
};

function end(world: World, ends: (session: HeldSession) => boolean): void {
  for (const person of world.people) {
    const gone = person.sessions.filter(ends);
    for (const { token } of gone) keep(world.ended, token);
    person.sessions = person.sessions.filter((session) => !gone.includes(session));
  }
}

function keep<T>(things: T[], thing: T): void {
  things.push(thing);
  if (things.length > MOST_THINGS) things.shift();
}

function sentBody({ sent }: Drawn): Readonly<Record<string, unknown>> {
  return { ...Object(JSON.parse(String(sent.body))) };
}

function idOf({ sent }: Drawn): number {
  return Number(/\d+/.exec(sent.target)?.[0]);
}
