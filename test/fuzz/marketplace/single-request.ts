// Generates one request of any operation, either valid or with one defect.

import type { Random } from "../generate/random.ts";
import { wantedAnswer } from "./break-body.ts";
import { breakRequest } from "./break-request.ts";
import type { ContractOperation } from "./contract-operations.ts";
import { type Draft, type Drawn, draftRequest, type Wants, writeRequest } from "./draw-request.ts";
import { type Credential, deadCredential } from "./people.ts";
import type { Player } from "./player.ts";
import type { World } from "./world.ts";

/** The percentage at which expensive operations are skipped. */
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
  suspendUser: ["moderator", "admin"],
};

/**
 * Operations that respond with 400 for more than their schema: for a cursor, a password or a foreign
 * signature.
 */
const asksForMore: ReadonlySet<string> = new Set([
  "assignReport",
  "getAttachmentFile",
  "hideListing",
  "listAuditEntries",
  "listListings",
  "listReports",
  "registerUser",
  "resetPassword",
  "suspendUser",
  "updateUser",
]);

/** The number of initial people. */
const SEEDED = 6;

const otherMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];

/** Generates a request. */
export async function drawSingle(player: Player): Promise<Drawn> {
  const { contract, world, random } = player;
  let operation = random.pick(contract.operations);
  while (random.chance(costly[operation.id] ?? 0)) operation = random.pick(contract.operations);
  if (random.chance(4)) return drawElsewhere(player, operation);
  const credential = await drawCredential(player, operation);
  const draft = draftRequest(contract, operation, world, random, knownOf(operation, world, random));
  // The initial people must stay.
  if (operation.id === "deleteUser" || operation.id === "updateUser") {
    const guests = world.people.slice(SEEDED).map(({ id }) => id);
    draft.path = `/users/${random.pick([...guests.slice(-3), 999])}`;
  }
  // A story suspends users and knows whose sessions end.
  if (operation.id === "suspendUser") draft.path = "/users/999/suspend";
  const isLive = credential.kind === "live" || isHarmless(credential, operation);
  if (draft.body === undefined && random.chance(3)) {
    // The contract leaves open whether an unexpected body is refused; it does no harm.
    draft.body = Buffer.from("{}");
    draft.headers["content-type"] = "application/json";
    const wants = { why: "a body too many" };
    return { operation, credential, sent: writeRequest(draft, credential), wants };
  }
  const wants = isLive && random.chance(45) ? breakRequest(draft, world, random) : inOrder(draft);
  // HEAD is served wherever GET is. A request that the HTTP parser refuses has no method yet.
  const isParsed = wants.statuses?.includes(431) !== true;
  if (draft.method === "GET" && isParsed && random.chance(3)) draft.method = "HEAD";
  return { operation, credential, sent: writeRequest(draft, credential), wants };
}

/** Reports whether a request needs no credential and is not refused for an invalid one. */
function isHarmless({ kind }: Credential, { session }: ContractOperation): boolean {
  return session === "none" || (session === "optional" && kind === "none");
}

function inOrder(draft: Draft): Wants {
  const never = asksForMore.has(draft.operation.id) ? [] : [400, 415];
  return { never, ...wantedAnswer(draft, "in order") };
}

async function drawCredential(player: Player, operation: ContractOperation): Promise<Credential> {
  const { world, random } = player;
  if (random.chance(operation.session === "required" ? 15 : 70))
    return deadCredential(random, world.ended);
  // Users other than the administrator rarely own the chosen object.
  const wanted = roles[operation.id] ?? ["admin"];
  const fitting = world.people.filter(({ role }) => wanted.includes(role));
  const chosen = random.chance(35) ? fitting : world.people.slice(-12);
  return await player.credential(random.pick(chosen));
}

/** Generates a method or a path that the contract does not have. */
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
    return { operation: undefined, credential, sent: writeRequest(draft, credential), wants };
  }
  draft.path += random.pick(["/", "/x", "/../..", "//", "%2f", ";a=b", "/me/me/me", "."]);
  const hit = contract.operations.some(({ path }) => matches(path, draft.path));
  // For example, `/users/login` with a dot is a user that does not exist.
  if (hit) return await drawSingle(player);
  const wants = { why: "another path", statuses: [404] };
  return { operation: undefined, credential, sent: writeRequest(draft, credential), wants };
}

function matches(template: string, path: string): boolean {
  const [ours, theirs] = [template.split("/"), path.split("/")];
  return (
    ours.length === theirs.length &&
    ours.every((part, at) => part.startsWith("{") || part === theirs[at])
  );
}

/** Returns body members that refer to existing things. */
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
      return {
        category: random.pick(["machines", "clocks"]),
        ...(random.chance(40) && { weight_kg: random.below(100) / 4 }),
      };
    default:
      return {};
  }
}
