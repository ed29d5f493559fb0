import type { Schema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";

/** The members and items of a value that some keyword has evaluated. */
export interface Evaluated {
  readonly names: Set<string>;
  readonly indices: Set<number>;
}

/** A schema that judges the current value, within those that refer to it. */
export interface Step {
  readonly schema: Schema;
  readonly outer: Step | undefined;
  /** True if the outer schema may accept because this one rejects. */
  readonly turned: boolean;
}

/** The outer schemas of one that judges the same value. */
export interface Here {
  readonly step: Step;
  readonly turned: boolean;
  readonly into: Evaluated;
  /** The names of members that are not sent, according to the outer schemas. */
  readonly unsent: ReadonlySet<string>;
}

/** Judges a value by a schema; with `here`, the value is that of the outer schema. */
export type Judge = (schema: Schema, value: JsonValue, here?: Here) => boolean;
