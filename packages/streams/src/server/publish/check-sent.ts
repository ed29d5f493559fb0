// Checks that a message has only members and values of the contract. This check is for publishers. Readers
// also accept unknown members and values, which a later contract may define.

import { jsonPointer } from "@specwright/runtime";
import type { MessageDescriptor, SentShape, SentShapeRef } from "@specwright/runtime/transport";
import { PublishRefusal, shortJson } from "./publish-refusal.ts";

/** The shape of a value, prepared for fast lookups. */
interface Shape {
  readonly members: ReadonlyMap<string, Shape | undefined> | undefined;
  readonly isClosed: boolean;
  readonly additional: Shape | undefined;
  readonly items: Shape | undefined;
  readonly values: ReadonlySet<string> | undefined;
  readonly variants:
    | { readonly property: string; readonly of: ReadonlyMap<string, Shape | undefined> }
    | undefined;
}

const empty: Shape = {
  members: undefined,
  isClosed: false,
  additional: undefined,
  items: undefined,
  values: undefined,
  variants: undefined,
};

/** A member or value of a frame that must not be sent. */
interface Fault {
  readonly path: readonly (string | number)[];
  /** The allowed values. Undefined if the fault is an unknown member. */
  readonly values?: readonly string[];
  readonly value: unknown;
}

type Path = (string | number)[];

const known = new WeakMap<NonNullable<MessageDescriptor["sent"]>, Shape | undefined>();

/**
 * Refuses a valid message if it has members or values that the contract does not define.
 *
 * @throws PublishRefusal
 */
export function checkSent(channelId: string, { sent }: MessageDescriptor, message: unknown): void {
  if (sent === undefined) return;
  let shape = known.get(sent);
  if (shape === undefined) {
    shape = prepareShape(sent);
    known.set(sent, shape);
  }
  const fault = shape && faultIn(shape, message, []);
  if (fault !== undefined) throw memberRefusal(channelId, fault);
}

function prepareShape({ shapes, name }: NonNullable<MessageDescriptor["sent"]>): Shape | undefined {
  const made = new Map<SentShape, Shape>();
  function readShape(ref: SentShapeRef | undefined): Shape | undefined {
    const shape = typeof ref === "string" ? shapes[ref] : ref;
    if (shape === undefined || shape === true) return undefined;
    const before = made.get(shape);
    if (before !== undefined) return before;
    // A shape may contain itself, so it is stored before its parts are read.
    const filled: Shape = { ...empty };
    made.set(shape, filled);
    const { members, additional, items, values, variants } = shape;
    return Object.assign(filled, {
      members: members && readShapes(members),
      isClosed: members !== undefined && additional === undefined,
      additional: readShape(additional),
      items: readShape(items),
      values: values && new Set(values),
      variants: variants && { property: variants.property, of: readShapes(variants.of) },
    });
  }
  function readShapes(
    refs: Readonly<Record<string, SentShapeRef>>,
  ): Map<string, Shape | undefined> {
    return new Map(Object.entries(refs).map(([key, ref]) => [key, readShape(ref)]));
  }
  return readShape(name);
}

function faultIn(shape: Shape, value: unknown, path: Path): Fault | undefined {
  if (typeof value === "string") {
    const { values } = shape;
    const isListed = values === undefined || values.has(value);
    return isListed ? undefined : { path: [...path], values: [...values], value };
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    return shape.items && faultInItems(shape.items, value, path);
  }
  const { variants } = shape;
  if (variants !== undefined) {
    const variant = variants.of.get(String(Reflect.get(value, variants.property)));
    return variant && faultIn(variant, value, path);
  }
  return faultInMembers(shape, value, path);
}

function faultInItems(shape: Shape, list: readonly unknown[], path: Path): Fault | undefined {
  for (let at = 0; at < list.length; at += 1) {
    path.push(at);
    const fault = faultIn(shape, list[at], path);
    if (fault !== undefined) return fault;
    path.pop();
  }
  return undefined;
}

function faultInMembers(shape: Shape, object: object, path: Path): Fault | undefined {
  const { members, additional, isClosed } = shape;
  for (const name in object) {
    const below = members?.get(name);
    if (below === undefined && members?.has(name) === true) continue;
    const value: unknown = Reflect.get(object, name);
    // An undefined member is not encoded, so it is allowed.
    if (below === undefined && isClosed && value !== undefined) {
      return { path: [...path, name], value };
    }
    const next = below ?? additional;
    if (next === undefined) continue;
    path.push(name);
    const fault = faultIn(next, value, path);
    if (fault !== undefined) return fault;
    path.pop();
  }
  return undefined;
}

function memberRefusal(channelId: string, { path, values, value }: Fault): PublishRefusal {
  const place = jsonPointer(path);
  const of = `of a frame of ${channelId}`;
  if (values === undefined) {
    const what = `${place} ${of} is not defined in the contract (value: ${shortJson(value)})`;
    return new PublishRefusal("unknown_member", `${what}; correct its name or leave it out`);
  }
  const what = `${shortJson(value)} at ${place} ${of} is not in the enum of the contract`;
  const listed = values.map((one) => JSON.stringify(one)).join(", ");
  return new PublishRefusal("unlisted_value", `${what}; use one of ${listed}`);
}
