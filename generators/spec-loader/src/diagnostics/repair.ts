import type { JsonValue } from "../json/json-value.ts";
import type { Source } from "./diagnostic.ts";

/** A change to the value of a file. */
export type Edit =
  | { readonly do: "set"; readonly source: Source; readonly value: JsonValue }
  | { readonly do: "remove"; readonly source: Source }
  /** Renames the key of a member. The order of members stays. */
  | { readonly do: "rename"; readonly source: Source; readonly key: string }
  /** Adds a value to a list. Creates the list if it is missing. */
  | { readonly do: "append"; readonly source: Source; readonly value: JsonValue }
  /** Replaces a value by the target of a reference. */
  | { readonly do: "inline"; readonly source: Source; readonly reference: string };

/** The repair of a fault. `lenient` applies a repair only if no other repair is possible. */
export interface Repair {
  /** The effect of the repair, as a participle for the message: `read as "1"`, `left out`. */
  readonly reading: string;
  /** The changes to the value. Empty if the loader already reads the value as repaired. */
  readonly edits: readonly Edit[];
}

/** Returns the repair that replaces the value at a place. */
export function readAs(
  source: Source,
  value: JsonValue,
  shown: string = shownValue(value),
): Repair {
  return { reading: `read as ${shown}`, edits: [{ do: "set", source, value }] };
}

/** Returns the repair that removes the value at a place. */
export function leaveOut(source: Source): Repair {
  return { reading: "left out", edits: [{ do: "remove", source }] };
}

/** Returns the repair that changes the key of a member. */
export function renameMember(source: Source, key: string): Repair {
  return { reading: `read as ${JSON.stringify(key)}`, edits: [{ do: "rename", source, key }] };
}

/** Returns the repair that replaces a reference by its target. */
export function inlineReference(source: Source, reference: string): Repair {
  return {
    reading: `replaced by the value at ${reference}`,
    edits: [{ do: "inline", source, reference }],
  };
}

/** The maximum length of a value in a message. */
const MAX_SHOWN = 60;

function shownValue(value: JsonValue): string {
  const text = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "bigint" ? String(each) : each,
  );
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}...`;
}
