import { compareCodePoints } from "@specwright/spec-loader";
import type { Message } from "../model/channel.ts";
import type { Schema } from "../model/schema.ts";
import { type FixedValue, fixedValues } from "../schema/fixed-values.ts";
import { viewObject } from "../schema/object-view.ts";

/** The path of the member that identifies a message, and the values of this member in the message. */
export interface MessageMark {
  readonly path: readonly string[];
  readonly values: readonly FixedValue[];
}

/** The maximum depth of a member that identifies messages, and the maximum number of members to try. */
const MAX_DEPTH = 3;
const MAX_PATHS = 256;

/**
 * Finds the member that distinguishes the messages of one direction. It is the `discriminator` of their
 * schemas, or else a member that has different constants in each message. The shallowest member is
 * preferred, then `type`, and then the first member in code point order. A reader can recognise a message
 * that is missing in the result only by validation.
 */
export function markMessages(messages: readonly Message[]): ReadonlyMap<Message, MessageMark> {
  if (messages.length < 2) return new Map();
  const declared = markByDiscriminator(messages);
  return declared.size > 0 ? declared : markBySharedMember(messages);
}

function markByDiscriminator(messages: readonly Message[]): Map<Message, MessageMark> {
  const names = new Set(messages.map(({ payload }) => schemaTag(payload?.schema)));
  names.delete(undefined);
  const [name, ...others] = names;
  if (name === undefined || others.length > 0) return new Map();
  const marked = messages.flatMap((message) => {
    const schema = message.payload?.schema;
    const values = schema && fixedValues(schema, [name]);
    return values === undefined ? [] : [[message, { path: [name], values: [...values] }] as const];
  });
  return areDistinct(marked.map(([, { values }]) => new Set(values))) ? new Map(marked) : new Map();
}

function schemaTag(schema: Schema | undefined): string | undefined {
  const seen = new Set<Schema>();
  let current = schema;
  while (current?.kind === "schema" && !seen.has(current)) {
    seen.add(current);
    if (current.discriminator !== undefined) return current.discriminator.propertyName;
    current = current.ref?.target;
  }
  return undefined;
}

function markBySharedMember(messages: readonly Message[]): Map<Message, MessageMark> {
  const schemas = messages.map(({ payload }) => payload?.schema);
  const [first] = schemas;
  for (const path of first === undefined ? [] : memberPaths(first)) {
    const sets = schemas.map((schema) => schema && fixedValues(schema, path));
    const known = sets.filter((values) => values !== undefined);
    if (known.length < messages.length || !areDistinct(known)) continue;
    return new Map(
      messages.map((message, at) => [message, { path, values: [...(known[at] ?? [])] }]),
    );
  }
  return new Map();
}

function areDistinct(sets: readonly ReadonlySet<FixedValue>[]): boolean {
  const all = sets.flatMap((values) => [...values]);
  return sets.length > 1 && new Set(all).size === all.length;
}

/** Lists the paths of members, the shallowest first. Among members of the same depth, `type` is first. */
function memberPaths(schema: Schema): readonly (readonly string[])[] {
  const paths: (readonly string[])[] = [];
  let level: readonly (readonly [readonly string[], Schema])[] = [[[], schema]];
  for (let depth = 0; depth < MAX_DEPTH && paths.length < MAX_PATHS; depth += 1) {
    level = level
      .flatMap(([path, each]) =>
        [...viewObject(each).properties].map(([name, inner]) => [[...path, name], inner] as const),
      )
      .sort(([a], [b]) => pathRank(a) - pathRank(b) || compareCodePoints(a.join("/"), b.join("/")))
      .slice(0, MAX_PATHS);
    paths.push(...level.map(([path]) => path));
  }
  return paths;
}

function pathRank(path: readonly string[]): number {
  return path.at(-1) === "type" ? 0 : 1;
}
