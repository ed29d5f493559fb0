import type { Comparison } from "../comparison.ts";
import { messageName } from "../pairing/traffic.ts";
import { messageChange, messageDirection } from "./message-change.ts";
import type { MessageUses } from "./message-uses.ts";

/** Compares the correlation ids of a message. */
export function compareCorrelation(comparison: Comparison, uses: MessageUses): void {
  const [before, after] = [uses.base.correlationId, uses.revision.correlationId];
  if (before === after) return;
  const direction = messageDirection(uses);
  const name = `The correlation id of the message \`${messageName(uses.revision)}\``;
  const draft = {
    ...messageChange(uses),
    surface: "wire",
    details: [before ?? null, after ?? null],
  } as const;
  if (before === undefined) {
    const isWritten = direction === "response";
    comparison.record({
      ...draft,
      rule: "message-correlation-id-added",
      class: isWritten ? "non-breaking" : "potentially-breaking",
      message: `${name} was added at \`${after}\`.`,
      why: isWritten
        ? "Clients may ignore it."
        : "The provider may expect an id that existing clients do not send.",
    });
    return;
  }
  if (after === undefined) {
    const isRead = direction === "request";
    comparison.record({
      ...draft,
      rule: "message-correlation-id-removed",
      class: isRead ? "non-breaking" : "breaking",
      message: `${name} was removed; it was at \`${before}\`.`,
      why: isRead
        ? "The provider no longer needs it."
        : "Clients that match messages by the id no longer find it.",
    });
    return;
  }
  comparison.record({
    ...draft,
    rule: "message-correlation-id-changed",
    class: "breaking",
    message: `${name} moved from \`${before}\` to \`${after}\`.`,
    why: "Existing clients look for it in the old place.",
  });
}
