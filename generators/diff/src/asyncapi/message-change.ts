import type { Direction } from "../changes/change.ts";
import type { ChangeDraft } from "../changes/change-draft.ts";
import { messageName } from "../pairing/traffic.ts";
import type { MessageUses } from "./message-uses.ts";

/** Returns the fields that are the same in all changes of a message. */
export function messageChange(
  uses: MessageUses,
): Pick<ChangeDraft, "subject" | "base" | "revision" | "affects" | "direction"> {
  const { base, revision, affects } = uses;
  const direction = messageDirection(uses);
  return {
    subject: { kind: "message", name: messageName(revision) },
    base: base.source,
    revision: revision.source,
    affects,
    ...(direction !== undefined && { direction }),
  };
}

/** Returns the direction in which a message flows; undefined if no operation has it. */
export function messageDirection({ affects }: MessageUses): Direction | undefined {
  const directions = new Set(affects.map(({ direction }) => direction));
  return directions.size === 2 ? "both" : [...directions][0];
}
