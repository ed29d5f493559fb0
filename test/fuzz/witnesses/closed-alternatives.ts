// Unions of closed objects without a distinguishing member: a value can violate each alternative in as many
// ways as it has members.

import { SchemaComparer } from "@specwright/schemas";
import type { JsonValue } from "@specwright/spec-loader";
import { editSchema } from "../diff/edit-schema.ts";
import { type Random, seededRandom } from "../generate/random.ts";
import { scalarSchema } from "../generate/random-scalars.ts";
import { acceptedContract } from "../targets/random-targets.ts";

const COUNT = 12;
const names = "reference token brand holder data issuer number type kind note".split(" ");

/**
 * Compares a random union of 12 closed objects with an edit of it; returns the CPU time in milliseconds.
 *
 * @throws RefusedDocument if the edit makes a document with errors.
 */
export async function timeClosedAlternatives(seed: number): Promise<number> {
  const random = seededRandom(seed);
  const keyword = random.pick(["oneOf", "anyOf"]);
  const alternatives = Array.from({ length: COUNT }, () => drawAlternative(random));
  const union: JsonValue = JSON.parse(JSON.stringify({ [keyword]: alternatives }));
  const [base, revision] = await Promise.all([union, editSchema(random, union)].map(readUnion));
  if (base === undefined || revision === undefined) throw new Error("The union is missing.");
  // As in a comparison of documents.
  const comparer = new SchemaComparer({
    maxSteps: 30_000,
    undeclaredNamesAreReserved: true,
    formatsAreRules: true,
  });
  const started = process.cpuUsage();
  comparer.compare(base, revision, "request");
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

function drawAlternative(random: Random) {
  const own = names.filter(() => random.chance(60));
  return {
    type: "object",
    additionalProperties: false,
    // Numbers beyond 2^53 would not survive the edit.
    properties: Object.fromEntries(own.map((name) => [name, plainScalar(random)])),
    ...(random.chance(30) && { required: own.slice(0, 1) }),
  };
}

function plainScalar(random: Random) {
  const drawn = scalarSchema(random, false);
  return Object.values(drawn).some((each) => typeof each === "bigint") ? { type: "string" } : drawn;
}

async function readUnion(schema: unknown) {
  const info = { title: "Fuzz", version: "1" };
  const components = { schemas: { Union: schema } };
  const text = JSON.stringify({ openapi: "3.1.0", info, paths: {}, components });
  const { declarations } = await acceptedContract(text);
  return declarations.find(({ name }) => name === "Union")?.schema;
}
