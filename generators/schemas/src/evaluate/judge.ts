import type { Schema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";

/** The members and items of a value that some keyword has evaluated. */
export interface Evaluated {
  readonly names: Set<string>;
  readonly indices: Set<number>;
}

/** The outer schemas of one that judges the same value. */
export interface Here {
  /**
   * The schemas that judge the value at the moment, each with the number of times that the outcome
   * was turned on the way to it.
   */
  readonly path: Map<Schema, number>;
  readonly turns: number;
  /** True if the outer schema may accept because this one rejects. */
  readonly turned: boolean;
  readonly into: Evaluated;
  /** The names of members that are not sent, according to the outer schemas. */
  readonly unsent: ReadonlySet<string>;
}

/** Judges a value by a schema; with `here`, the value is that of the outer schema. */
export type Judge = (schema: Schema, value: JsonValue, here?: Here) => boolean;
