// Prints `sending.ts`, which restricts the members and values in a sender's messages. It only lists
// messages for which readers also accept other members or values.

import { type Channel, type Declaration, type Message, servesTopics } from "@specwright/contract";
import { compareText } from "@specwright/spec-loader";
import type { EmitContext } from "../print/emitter.ts";
import { stringLiteral } from "../print/literal.ts";
import { modules, runtimeModule } from "../print/modules.ts";
import { code, list, type Printable } from "../print/printable.ts";
import type { TypeScriptFile } from "../print/typescript-file.ts";
import { type Field, printObject } from "./object-literal.ts";
import { createShapeReader, type SentShape, type ShapeRef } from "./sent-shape.ts";

/**
 * Prints a reference to the allowed members and values of a message. Returns undefined if the message is
 * not published, or if readers accept nothing else.
 */
export type SentReference = (
  file: TypeScriptFile,
  channel: Channel,
  message: Message,
) => Printable | undefined;

/**
 * Writes the allowed members and values of all published messages. Returns the function that prints
 * references to them.
 */
export function printSending(context: EmitContext, channels: readonly Channel[]): SentReference {
  const { contract, names } = context;
  const read = createShapeReader((schema) => contract.declarationOf(schema));
  const shapes = new Map<Declaration, SentShape>();

  function add(declaration: Declaration): boolean {
    if (shapes.has(declaration)) return true;
    const shape = read(declaration);
    if (shape === true) return false;
    shapes.set(declaration, shape);
    for (const ref of declarationsIn(shape)) add(ref);
    return true;
  }
  const published = new Set<Declaration>();
  for (const channel of channels) {
    for (const message of channel.sends) {
      const { payload } = message;
      if (payload !== undefined && isPublished(channel, message) && add(payload)) {
        published.add(payload);
      }
    }
  }
  if (shapes.size > 0) {
    const file = context.typescript("sending.ts");
    const type = file.importType("SentShapes", runtimeModule);
    const fields = [...shapes]
      .map(([declaration, shape]): Field => [names.type(declaration), printShape(names, shape)])
      .sort(([one], [other]) => compareText(one, other));
    file.print(code`/** The members and values that a sender can write into messages; readers accept more. */
export const sentShapes: ${type} = ${printObject(fields)};`);
  }

  return (file, channel, { payload, ...message }) => {
    const isIn = payload !== undefined && published.has(payload) && isPublished(channel, message);
    if (!isIn) return undefined;
    const table = file.import("sentShapes", modules.sending);
    return printObject([
      ["shapes", code`${table}`],
      ["name", stringLiteral(names.type(payload))],
    ]);
  };
}

/** Reports whether a message contains data. Other messages contain information about the stream itself. */
function isPublished(channel: Channel, { id }: Pick<Message, "id">): boolean {
  if (servesTopics(channel)) return false;
  return channel.counters.some(({ messages, starts = [] }) =>
    [...starts, ...messages].includes(id),
  );
}

function* declarationsIn(shape: SentShape): Generator<Declaration> {
  const { members, additional, items, variants } = shape;
  const refs = [...(members?.values() ?? []), additional, items, ...(variants?.of.values() ?? [])];
  for (const ref of refs) {
    if (ref === undefined || ref === true) continue;
    if ("origin" in ref) yield ref;
    else yield* declarationsIn(ref);
  }
}

function printShape(names: EmitContext["names"], shape: SentShape): Printable {
  const { members, additional, items, values, variants } = shape;
  const of = (ref: ShapeRef | undefined): Printable | undefined => ref && printRef(names, ref);
  const each = (refs: Iterable<readonly [unknown, ShapeRef]>): Printable =>
    printObject([...refs].map(([name, ref]): Field => [String(name), printRef(names, ref)]));
  return printObject([
    ["members", members && each(members)],
    ["additional", of(additional)],
    ["items", of(items)],
    ["values", values && list("[", values.map(stringLiteral), "]")],
    [
      "variants",
      variants &&
        printObject([
          ["property", stringLiteral(variants.property)],
          ["of", each(variants.of)],
        ]),
    ],
  ]);
}

function printRef(names: EmitContext["names"], ref: ShapeRef): Printable {
  if (ref === true) return "true";
  return "origin" in ref ? stringLiteral(names.type(ref)) : printShape(names, ref);
}
