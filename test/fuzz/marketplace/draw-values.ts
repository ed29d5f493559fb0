// Generates valid parameters and bodies, using values of earlier responses.

import { collectShape } from "../generate/collect.ts";
import type { Random } from "../generate/random.ts";
import { writeInstance } from "../generate/write-instance.ts";
import { isRecord } from "../reference/check.ts";
import type {
  ContractDocument,
  ContractOperation,
  ContractParameter,
} from "./contract-operations.ts";
import type { World } from "./world.ts";

/** Generates the text of a parameter: an existing value, or one according to its schema. */
export function parameterValue(
  contract: ContractDocument,
  { name, place }: ContractParameter,
  world: World,
  random: Random,
): string {
  if (random.chance(92)) {
    if (name === "listing_id") return `${random.pick(world.listings)}`;
    if (name === "attachment_id" && world.attachments.length > 0) {
      return `${random.pick(world.attachments)}`;
    }
    if (name === "report_id" && world.reports.length > 0) return `${random.pick(world.reports)}`;
    if (name === "user_id") return `${random.pick(world.people).id}`;
    const sessions = world.people.flatMap((person) => person.sessions);
    if (name === "session_id" && sessions.length > 0) return `${random.pick(sessions).id}`;
    if (name === "cursor" && world.cursors.length > 0) return random.pick(world.cursors);
    if (name === "If-Match") return random.pick(["*", '"1"', '"1"', '"2"', '"3"', '"77"']);
    if (name === "Idempotency-Key") {
      // Occasionally a key that was used before.
      if (world.keys.length > 0 && random.chance(30)) return random.pick(world.keys);
      const key = `a-key-of-the-fuzz-${world.next()}`;
      world.keys.push(key);
      return key;
    }
  }
  const text = writeInstance(contract.documents, place, random);
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Generates a JSON body that matches its schema, overridden by the members of `known`. */
export function jsonBody(
  { documents }: ContractDocument,
  { body }: ContractOperation,
  random: Random,
  known: Readonly<Record<string, unknown>>,
): string {
  if (body === undefined) return "";
  for (let tries = 0; tries < 16; tries += 1) {
    const text = writeInstance(documents, body.place, random);
    if (!body.keeps(text)) continue;
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) continue;
    const { properties } = collectShape(documents, body.place, random);
    const named = Object.entries(value).filter(([name]) => properties.has(name));
    return JSON.stringify({ ...Object.fromEntries(named), ...known });
  }
  return JSON.stringify(known);
}
