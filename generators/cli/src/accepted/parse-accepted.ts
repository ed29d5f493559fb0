// Parses the file of accepted changes. Every mistake in the file is an error with a position. If mistakes
// were ignored, an entry could have no effect, or could accept too much.

import { type Bump, bumps } from "@specwright/diff";
import { nearestName } from "@specwright/spec-loader";
import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
} from "yaml";
import { CliError } from "../terminal/cli-error.ts";
import type { AcceptedChange } from "./accepted-change.ts";

const members = [
  "fingerprint",
  "rule",
  "change",
  "document",
  "accepted",
  "until",
  "bump",
  "reason",
] as const;
type Member = (typeof members)[number];

/** Parses the file of accepted changes. Throws `CliError` with the position of the first mistake. */
export function parseAccepted(text: string, file: string): readonly AcceptedChange[] {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const placeOf = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset);
    return `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  };
  const fail = (node: Node | number | null | undefined, message: string): never => {
    const offset = typeof node === "number" ? node : (node?.range?.[0] ?? 0);
    throw acceptedInvalid(`${placeOf(offset)} ${message}`);
  };
  const [problem] = document.errors;
  if (problem !== undefined) fail(problem.pos[0], problem.message);
  const root = document.contents;
  if (root === null) return [];
  if (!isMap(root)) return fail(root, "The file must be an object with the member `accepted`.");
  const [other] = root.items.filter(({ key }) => scalarText(key) !== "accepted");
  if (other !== undefined)
    fail(other.key, `Unknown member ${scalarText(other.key)}. The only member is \`accepted\`.`);
  const list = root.items[0]?.value;
  if (list === undefined || list === null || (isScalar(list) && list.value === null)) return [];
  if (!isSeq(list)) return fail(list, "`accepted` must be a list.");
  return list.items.map((item) => {
    const place = placeOf(item.range?.[0] ?? 0);
    return { ...readEntry(item, fail), place };
  });
}

function readEntry(
  entry: ParsedNode,
  fail: (node: Node | null | undefined, message: string) => never,
): Omit<AcceptedChange, "place"> {
  if (!isMap(entry)) return fail(entry, "Expected an object.");
  const found = new Map<Member, string>();
  for (const { key, value } of entry.items) {
    const name = scalarText(key) ?? "";
    const member = members.find((each) => each === name);
    if (member === undefined) {
      const nearest = nearestName(name, members);
      fail(key, `Unknown member ${name}.${nearest ? ` Did you mean ${nearest}?` : ""}`);
    } else {
      const text = scalarText(value)?.trim() ?? "";
      if (text === "") fail(value ?? key, `${name} must not be empty.`);
      if (!patterns[member].test(text)) fail(value, `${name} must be ${shapes[member]}.`);
      found.set(member, text);
    }
  }
  for (const member of ["fingerprint", "accepted", "reason"] as const) {
    if (!found.has(member)) fail(entry, `The entry has no ${member}.`);
  }
  const { fingerprint = "", accepted = "", reason = "", bump, ...rest } = Object.fromEntries(found);
  const agreed = bumps.find((each) => each === bump);
  return { fingerprint, accepted, reason, ...rest, ...bumpMember(agreed) };
}

function bumpMember(bump: Bump | undefined): { readonly bump?: Bump } {
  return bump === undefined ? {} : { bump };
}

const text = /^/;
const date = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const dateShape = "a date such as 2027-03-31";

const patterns: Readonly<Record<Member, RegExp>> = {
  fingerprint: /^[0-9a-f]{12}$/,
  accepted: date,
  until: date,
  bump: /^(none|patch|minor|major)$/,
  rule: text,
  change: text,
  document: text,
  reason: text,
};

const shapes: Readonly<Record<Member, string>> = {
  fingerprint: "twelve hexadecimal digits (0-9, a-f)",
  accepted: dateShape,
  until: dateShape,
  bump: "one of none, patch, minor and major",
  rule: "a string",
  change: "a string",
  document: "a string",
  reason: "a string",
};

/** Returns a scalar in its original form, because YAML may parse a fingerprint as a number. */
function scalarText(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  return typeof node.value === "string" ? node.value : (node.source ?? undefined);
}

function acceptedInvalid(message: string): CliError {
  return new CliError(
    "accepted_invalid",
    message,
    "Correct the entry. Required: fingerprint, accepted (a date), reason. Optional: until (a date), " +
      "bump, document, rule, change.",
  );
}
