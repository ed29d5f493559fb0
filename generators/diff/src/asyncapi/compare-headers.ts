import { dereference, type Schema } from "@specwright/contract";
import type { Comparison } from "../comparison.ts";
import { messageName } from "../pairing/traffic.ts";
import { messageChange, messageDirection } from "./message-change.ts";
import type { MessageUses } from "./message-uses.ts";

export function compareHeaders(comparison: Comparison, uses: MessageUses): void {
  const [before, after] = [uses.base.headers?.schema, uses.revision.headers?.schema];
  const name = messageName(uses.revision);
  if (before !== undefined && after !== undefined) {
    for (const affected of uses.affects) {
      comparison.compareSchemas(before, after, {
        ...affected,
        part: `headers of ${affected.part}`,
        subject: { kind: "message", name, path: "headers" },
        place: "header",
      });
    }
    return;
  }
  const schema = before ?? after;
  if (schema === undefined) return;
  const isAdded = before === undefined;
  const direction = messageDirection(uses);
  const isBroken =
    requiresHeaders(schema) && (direction === "both" || (direction === "response") !== isAdded);
  const draft = messageChange(uses);
  comparison.record({
    ...draft,
    rule: isAdded ? "message-headers-added" : "message-headers-removed",
    class: isBroken ? "breaking" : "non-breaking",
    surface: direction === undefined ? "code" : "wire",
    subject: { ...draft.subject, path: "headers" },
    message: `The headers of the message \`${name}\` were ${isAdded ? "added" : "removed"}.`,
    why: isBroken
      ? isAdded
        ? "The server rejects clients that do not send the required headers."
        : "Clients that rely on the required headers no longer get them."
      : "Clients work with and without them.",
  });
}

function requiresHeaders(start: Schema): boolean {
  const schema = dereference(start);
  if (schema.kind === "boolean") return !schema.value;
  return (schema.required ?? []).length > 0 || (schema.allOf ?? []).some(requiresHeaders);
}
