// Sequences of requests whose responses depend on each other.

import { crowdStory } from "./crowd-story.ts";
import { bodyMember, type Received } from "./exchange.ts";
import { listingStories } from "./listing-stories.ts";
import type { Person } from "./people.ts";
import type { Player } from "./player.ts";
import type { Story } from "./story.ts";

const PASSWORD = "another horse battery";

/** The sequences. */
export const stories: readonly Story[] = [
  ...listingStories,
  crowdStory,
  async function logout(player) {
    const person = player.random.pick(player.world.people);
    const body = { username_or_email: person.username, password: person.password };
    const login = await player.call("loginUser", { body, statuses: [200] });
    const session = { id: Number(bodyMember(login, "data", "id")), token: tokenOf(login) };
    const credential = { kind: "live", person, session } as const;
    await player.call("getCurrentUser", { as: credential, statuses: [200] });
    const path = { session_id: session.id };
    if (player.random.chance(50))
      await player.call("revokeSession", { as: person, path, statuses: [204] });
    else {
      const held = person.sessions.find(({ token }) => token === session.token) ?? session;
      await player.call("logoutUser", { as: { ...credential, session: held }, statuses: [204] });
    }
    await isDead(player, session.token);
  },
  async function changePassword(player) {
    const person = await register(player);
    await player.credential(person);
    const [old] = person.sessions;
    const login = { username_or_email: person.username, password: person.password };
    const newest = await player.call("loginUser", { body: login, statuses: [200] });
    const session = person.sessions.find(({ token }) => token === tokenOf(newest));
    if (old === undefined || session === undefined) throw new Error("a session was not remembered");
    const as = { kind: "live", person, session } as const;
    const path = { user_id: person.id };
    const { password } = person;
    await player.call("updateUser", {
      as,
      path,
      body: { password: PASSWORD },
      statuses: [400, 401],
    });
    const body = { password: PASSWORD, current_password: password };
    await player.call("updateUser", { as, path, body, statuses: [200] });
    await isDead(player, old.token);
    await player.call("getCurrentUser", { as, statuses: [200] });
    await player.call("loginUser", { body: login, statuses: [401] });
  },
  async function resetPassword(player) {
    const person = await register(player);
    await player.credential(person);
    const [session] = person.sessions;
    const { username, email } = person;
    await player.call("requestPassword", { body: { username_or_email: email }, statuses: [202] });
    const key = await player.world.keyFor(username, "reset");
    const body = { username, password: PASSWORD, password_reset_key: key };
    await player.call("resetPassword", { body, statuses: [200] });
    await player.call("resetPassword", { body, statuses: [401] });
    if (session !== undefined) await isDead(player, session.token);
  },
  async function takeAddress(player) {
    const [squatter, owner] = [await register(player), await register(player)];
    const as = await player.credential(squatter);
    const path = { user_id: squatter.id };
    const { username, email } = owner;
    const change = { email, current_password: squatter.password };
    await player.call("updateUser", { as, path, body: change, statuses: [200] });
    const login = { username_or_email: email, password: owner.password };
    await player.call("loginUser", { body: login, statuses: [401] });
    const body = { email_verification_key: await player.world.keyFor(username, "verification") };
    await player.call("verifyEmail", { body, statuses: [200] });
    await player.call("verifyEmail", { body, statuses: [401] });
    await player.call("loginUser", { body: login, statuses: [200] });
    const left = await player.call("getCurrentUser", { as, statuses: [200] });
    if (bodyMember(left, "data", "email") !== null) throw new Error("two have one address");
    await player.call("updateUser", { as, path, body: change, statuses: [409] });
  },
  async function suspend(player) {
    const person = await register(player);
    const as = await player.credential(person);
    const root = player.world.people.find(({ role }) => role === "admin");
    if (root === undefined || as.kind !== "live") return;
    const path = { user_id: person.id };
    const login = { username_or_email: person.username, password: person.password };
    const lift = { suspended: false };
    const bare = { suspended: true };
    const body = { suspended: true, reason: "a reason" };
    await player.call("suspendUser", { as, path, body: lift, statuses: [403] });
    await player.call("suspendUser", { as: root, path, body: bare, statuses: [400] });
    await player.call("suspendUser", { as: root, path, body, statuses: [200] });
    await isDead(player, as.session.token);
    await player.call("loginUser", { body: login, statuses: [401] });
    await player.call("suspendUser", { as: root, path, body: lift, statuses: [200] });
    await player.call("loginUser", { body: login, statuses: [200] });
  },
  async function leave(player) {
    const person = await register(player);
    const as = await player.credential(person);
    const other = player.random.pick(
      player.world.people.filter(({ id }) => id !== person.id && id < 5),
    );
    const [path, foreign] = [{ user_id: person.id }, { user_id: other.id }];
    await player.call("deleteUser", { as, path: foreign, statuses: [403, 404] });
    await player.call("deleteUser", { as, path, statuses: [204] });
    if (as.kind === "live") await isDead(player, as.session.token);
    const root = player.world.people.find(({ role }) => role === "admin");
    if (root !== undefined) await player.call("getUser", { as: root, path, statuses: [404] });
  },
];

async function isDead(player: Player, token: string): Promise<void> {
  const secured = player.contract.operations.filter(({ session }) => session === "required");
  const { id, path } = player.random.pick(secured);
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 1] as const);
  const as = { kind: "dead", header: `Bearer ${token}` } as const;
  await player.call(id, { as, path: Object.fromEntries(ids), statuses: [401] });
}

async function register(player: Player): Promise<Person> {
  const name = `guest-${player.world.next()}`;
  const body = {
    username: name,
    email: `${name}@people.example`,
    password: `the first of ${name}`,
  };
  const answer = await player.call("registerUser", { body, statuses: [201] });
  const id = bodyMember(answer, "data", "id");
  const person = player.world.people.find((one) => one.id === id);
  if (person === undefined) throw new Error("a user was not remembered");
  return person;
}

function tokenOf(answer: Received): string {
  return String(bodyMember(answer, "data", "token"));
}
