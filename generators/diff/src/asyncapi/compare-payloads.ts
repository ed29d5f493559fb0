import type { Declaration, Message, Schema } from "@specwright/contract";
import { SchemaComparer } from "@specwright/schemas";
import type { ChangeClass, Direction } from "../changes/change.ts";
import { canonicalText } from "../changes/write-value.ts";
import type { Comparison } from "../comparison.ts";
import { messageName } from "../pairing/traffic.ts";
import { messageChange, messageDirection } from "./message-change.ts";
import type { MessageUses } from "./message-uses.ts";

/** Compares the payloads of a message, and their schema formats. */
export function comparePayloads(comparison: Comparison, uses: MessageUses): void {
  const { base, revision } = uses;
  if (base.payload !== undefined && revision.payload !== undefined) {
    compareSchemasOf(comparison, uses, base.payload.schema, revision.payload.schema);
  } else if (base.rawPayload !== undefined || revision.rawPayload !== undefined) {
    compareRaw(comparison, uses);
  } else if (base.payload !== revision.payload) {
    comparePresence(comparison, uses, base.payload ?? revision.payload);
  }
}

function compareSchemasOf(
  comparison: Comparison,
  uses: MessageUses,
  before: Schema,
  after: Schema,
): void {
  const name = messageName(uses.revision);
  for (const affected of uses.affects) {
    comparison.compareSchemas(before, after, {
      ...affected,
      subject: { kind: "message", name },
      place: "payload",
    });
  }
  if (!uses.isUsed) compareUnused(comparison, uses, before, after);
  const [oldFormat, newFormat] = [uses.base, uses.revision].map(payloadFormat);
  if (oldFormat === newFormat) return;
  comparison.record({
    ...messageChange(uses),
    rule: "message-schema-format-changed",
    class: "docs",
    surface: "docs",
    details: [oldFormat ?? null, newFormat ?? null],
    message: `The schema format of the payload of the message \`${name}\` is now \`${newFormat}\`; it was \`${oldFormat}\`.`,
    why: "Only the document changes. The accepted payloads are compared by their meaning.",
  });
}

/**
 * Compares the schema of a message that no operation uses. A change of this schema affects only generated
 * code.
 */
function compareUnused(
  comparison: Comparison,
  uses: MessageUses,
  before: Schema,
  after: Schema,
): void {
  if (new SchemaComparer().areEqual(before, after)) return;
  comparison.record({
    ...messageChange(uses),
    rule: "message-payload-changed",
    class: "potentially-breaking",
    surface: "code",
    message: `The payload of the message \`${messageName(uses.revision)}\`, which no operation uses, changed.`,
    why: "Nothing changes on the wire, but generated code has a different type.",
  });
}

/**
 * Returns the format of a payload, under one name for all default formats. Each version of AsyncAPI has a
 * different name for its default format.
 */
function payloadFormat({ schemaFormat }: Message): string {
  return schemaFormat.startsWith("application/vnd.aai.asyncapi")
    ? "application/vnd.aai.asyncapi"
    : schemaFormat;
}

function compareRaw(comparison: Comparison, uses: MessageUses): void {
  const [before, after] = [uses.base, uses.revision].map(payloadText);
  if (before === after) return;
  comparison.record({
    ...messageChange(uses),
    rule: "message-raw-payload-changed",
    class: "potentially-breaking",
    surface: "wire",
    details: [before ?? "", after ?? ""],
    message: `The payload of the message \`${messageName(uses.revision)}\` changed.`,
    why: "It is not described by JSON Schema, so Specwright cannot prove that both sides still agree.",
  });
}

function payloadText({ schemaFormat, payload, rawPayload }: Message): string {
  if (rawPayload === undefined) return payload === undefined ? "" : `schema ${schemaFormat}`;
  return `${schemaFormat} ${canonicalText(rawPayload)}`;
}

function comparePresence(
  comparison: Comparison,
  uses: MessageUses,
  declaration: Declaration | undefined,
): void {
  const isAdded = uses.base.payload === undefined;
  const schema = declaration?.schema;
  const isTrivial = schema?.kind === "boolean" && schema.value;
  const direction = messageDirection(uses);
  const isSafe = isTrivial || !breaksPayload(isAdded, direction);
  const changeClass: ChangeClass = isSafe ? "non-breaking" : "breaking";
  comparison.record({
    ...messageChange(uses),
    rule: isAdded ? "message-payload-added" : "message-payload-removed",
    class: changeClass,
    surface: direction === undefined ? "code" : "wire",
    effect: isTrivial ? "equal" : isAdded ? "narrows" : "widens",
    message: `The payload of the message \`${messageName(uses.revision)}\` is ${isAdded ? "now described" : "no longer described"}.`,
    why: isAdded
      ? isSafe
        ? "Clients already accept any payload."
        : "The server rejects other payloads, which were valid."
      : isSafe
        ? "The provider still accepts the same payloads."
        : "Clients must now accept any payload.",
  });
}

/**
 * Reports whether a payload schema that was added or removed breaks clients. A message without a schema
 * allows any payload.
 */
function breaksPayload(isAdded: boolean, direction: Direction | undefined): boolean {
  if (direction === "both" || direction === undefined) return true;
  return (direction === "response") !== isAdded;
}
