import type { JsonValue } from "../json/json-value.ts";
import type { Source } from "./diagnostic.ts";

/** A change to the value of a file. */
export type Edit =
  | { readonly do: "set"; readonly source: Source; readonly value: JsonValue }
  | { readonly do: "remove"; readonly source: Source }
  /** Renames the key of a member; its position stays. */
  | { readonly do: "rename"; readonly source: Source; readonly key: string }
  /** Adds a value to a list, which is created if missing. */
  | { readonly do: "append"; readonly source: Source; readonly value: JsonValue }
  /** Replaces a value by the target of a reference. */
  | { readonly do: "inline"; readonly source: Source; readonly reference: string };

/** A repair of a fault that `lenient` applies, because it is the only possible one. */
export interface Repair {
  /** The effect, as a participle: `read as "1"`, `left out`. */
  readonly reading: string;
  /** Empty if the value needs no change. */
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

/** Returns the repair that gives a member another key. */
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
