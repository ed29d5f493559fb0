import type { Schema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";

/** The properties and items of a value that keywords have evaluated. */
export interface Evaluated {
  readonly names: Set<string>;
  readonly indices: Set<number>;
}

/** The state while one value is checked. All schemas that check the value share this state. */
export interface Here {
  /**
   * The schemas that are checking the value at the moment. The number is the count of negations (such as
   * `not`) between the outermost schema and this schema.
   */
  readonly path: Map<Schema, number>;
  readonly turns: number;
  /** Whether the outer schema can accept the value because this schema rejects it. */
  readonly turned: boolean;
  readonly into: Evaluated;
  /** The names of properties that the outer schemas mark as not sent. */
  readonly unsent: ReadonlySet<string>;
}

/** Checks a value against a schema. `here` is set if an outer schema checks the same value. */
export type Judge = (schema: Schema, value: JsonValue, here?: Here) => boolean;
