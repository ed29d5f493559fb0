import type { JsonValue } from "../json/json-value.ts";
import type { Source } from "./diagnostic.ts";

/** A change to the value of a file. */
export type Edit =
  | { readonly do: "set"; readonly source: Source; readonly value: JsonValue }
  | { readonly do: "remove"; readonly source: Source }
  /** Changes the key of a member; its place among the others stays. */
  | { readonly do: "rename"; readonly source: Source; readonly key: string }
  /** Adds a value to a list, which may be absent. */
  | { readonly do: "append"; readonly source: Source; readonly value: JsonValue }
  /** Replaces a value by the target of a reference. */
  | { readonly do: "inline"; readonly source: Source; readonly reference: string };

/** How a lenient reader takes a fault, where only one reading is possible. */
export interface Repair {
  /** The reading, as a participle: `read as "1"`, `left out`. */
  readonly reading: string;
  /** Empty if the value is already what the reading says. */
  readonly edits: readonly Edit[];
}

/** Returns the repair that puts a value at a place. */
export function readAs(source: Source, value: JsonValue, shown: string = show(value)): Repair {
  return { reading: `read as ${shown}`, edits: [{ do: "set", source, value }] };
}

/** Returns the repair that removes the value at a place. */
export function leaveOut(source: Source): Repair {
  return { reading: "left out", edits: [{ do: "remove", source }] };
}

/** Returns the repair that gives a member another key. */
export function rename(source: Source, key: string): Repair {
  return { reading: `read as ${JSON.stringify(key)}`, edits: [{ do: "rename", source, key }] };
}

/** Returns the repair that puts the target of a reference in its place. */
export function inlined(source: Source, reference: string): Repair {
  return {
    reading: `replaced by the value at ${reference}`,
    edits: [{ do: "inline", source, reference }],
  };
}

/** The length up to which a value is shown in a message. */
const MAX_SHOWN = 60;

function show(value: JsonValue): string {
  const text = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "bigint" ? String(each) : each,
  );
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}...`;
}
