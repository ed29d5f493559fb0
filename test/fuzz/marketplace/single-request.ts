// Draws one request of any operation: in order, or with one thing broken.

import type { Random } from "../generate/random.ts";
import { judged } from "./break-body.ts";
import { breakRequest } from "./break-request.ts";
import type { ContractOperation } from "./contract-operations.ts";
import { type Draft, type Drawn, draftRequest, requestOf, type Wants } from "./draw-request.ts";
import { type Credential, deadCredential } from "./people.ts";
import type { Player } from "./player.ts";
import type { World } from "./world.ts";

/** How often these are left out in a hundred: they cost more than they tell. */
const costly: Readonly<Record<string, number>> = {
  createAttachment: 60,
  loginUser: 50,
  registerUser: 60,
  resetPassword: 50,
};

const roles: Readonly<Record<string, readonly string[]>> = {
  approveListing: ["moderator", "admin"],
  rejectListing: ["moderator", "admin"],
  listReports: ["moderator", "admin"],
  assignReport: ["moderator", "admin"],
  closeReport: ["moderator", "admin"],
};

/** Answer 400 for what the schema does not say: a cursor, a password, or a signature of another. */
const asksForMore: ReadonlySet<string> = new Set([
  "assignReport",
  "getAttachmentFile",
  "hideListing",
  "listAuditEntries",
  "listListings",
  "listReports",
  "registerUser",
  "resetPassword",
  "updateUser",
]);

/** How many people there are from the start. */
const SEEDED = 6;

const otherMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

/** Draws a request. */
export async function drawSingle(player: Player): Promise<Drawn> {
  const { contract, world, random } = player;
  let operation = random.pick(contract.operations);
  while (random.chance(costly[operation.id] ?? 0)) operation = random.pick(contract.operations);
  if (random.chance(4)) return drawElsewhere(player, operation);
  const credential = await drawCredential(player, operation);
  const draft = draftRequest(contract, operation, world, random, knownOf(operation, world, random));
  // Who was there from the start stays.
  if (operation.id === "deleteUser" || operation.id === "updateUser") {
    const guests = world.people.slice(SEEDED).map(({ id }) => id);
    draft.path = `/users/${random.pick([...guests.slice(-3), 999])}`;
  }
  const isLive = credential.kind === "live" || isHarmless(credential, operation);
  if (draft.body === undefined && random.chance(3)) {
    // Whether a body nobody asked for is refused is not said: it does no harm.
    draft.body = Buffer.from("{}");
    draft.headers["content-type"] = "application/json";
    const wants = { why: "a body too many" };
    return { operation, credential, sent: requestOf(draft, credential), wants };
  }
  const wants = isLive && random.chance(45) ? breakRequest(draft, world, random) : inOrder(draft);
  // HEAD is served wherever GET is; what the parser of HTTP refuses has no method yet.
  const isParsed = wants.statuses?.includes(431) !== true;
  if (draft.method === "GET" && isParsed && random.chance(3)) draft.method = "HEAD";
  return { operation, credential, sent: requestOf(draft, credential), wants };
}

/** Tells whether a request needs no credential, and is not refused for the odd one that it has. */
function isHarmless({ kind }: Credential, { session }: ContractOperation): boolean {
  return session === "none" || (session === "optional" && kind === "none");
}

function inOrder(draft: Draft): Wants {
  const never = asksForMore.has(draft.operation.id) ? [] : [400, 415];
  return { never, ...judged(draft, "in order") };
}

async function drawCredential(player: Player, operation: ContractOperation): Promise<Credential> {
  const { world, random } = player;
  if (random.chance(operation.session === "required" ? 15 : 70))
    return deadCredential(random, world.ended);
  // Others than the administrator mostly own nothing of what is drawn.
  const wanted = roles[operation.id] ?? ["admin"];
  const fitting = world.people.filter(({ role }) => wanted.includes(role));
  const chosen = random.chance(35) ? fitting : world.people.slice(-12);
  return await player.credential(random.pick(chosen));
}

/** Draws a method or a path that the contract does not have. */
async function drawElsewhere(player: Player, operation: ContractOperation): Promise<Drawn> {
  const { contract, world, random } = player;
  const draft = draftRequest(contract, operation, world, random);
  const credential = await drawCredential(player, operation);
  const served = contract.operations.filter(({ path }) => matches(path, draft.path));
  const methods = served.map(({ method }) => method);
  if (random.chance(60)) {
    const known = methods.includes("GET") ? [...methods, "HEAD"] : methods;
    draft.method = random.pick(otherMethods.filter((method) => !known.includes(method)));
    const wants = { why: "another method", statuses: [405] };
    return { operation: undefined, credential, sent: requestOf(draft, credential), wants };
  }
  draft.path += random.pick(["/", "/x", "/../..", "//", "%2f", ";a=b", "/me/me/me", "."]);
  const hit = contract.operations.some(({ path }) => matches(path, draft.path));
  // Such as `/users/login` with a dot, which is a user that there is not.
  if (hit) return await drawSingle(player);
  const wants = { why: "another path", statuses: [404] };
  return { operation: undefined, credential, sent: requestOf(draft, credential), wants };
}

function matches(template: string, path: string): boolean {
  const [ours, theirs] = [template.split("/"), path.split("/")];
  return (
    ours.length === theirs.length &&
    ours.every((part, at) => part.startsWith("{") || part === theirs[at])
  );
}

/** Gives members of a body that fit what is there. */
function knownOf(
  { id }: ContractOperation,
  world: World,
  random: Random,
): Readonly<Record<string, unknown>> {
  const person = random.pick(world.people);
  const { username, password } = person;
  switch (id) {
    case "registerUser": {
      const name = `user-${world.next()}`;
      if (random.chance(15)) return { username, email: person.email, password };
      return { username: name, email: `${name}@people.example`, password: `a password of ${name}` };
    }
    case "loginUser":
      return random.chance(70) ? { username_or_email: username, password } : {};
    case "createListing":
    case "updateListing":
      return random.chance(40) ? { weight_kg: random.below(100) / 4 } : {};
    default:
      return {};
  }
}
