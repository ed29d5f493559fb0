import type { Schema } from "@specwright/contract";
import type { JsonValue } from "@specwright/spec-loader";

/** The properties and items of a value that some keyword has evaluated. */
export interface Evaluated {
  readonly names: Set<string>;
  readonly indices: Set<number>;
}

/** The outer schemas that check the same value. */
export interface Here {
  /**
   * The schemas that currently check the value, each with the number of negations (`not`) around it.
   */
  readonly path: Map<Schema, number>;
  readonly turns: number;
  /** Whether the outer schema may accept a value because this one rejects it. */
  readonly turned: boolean;
  readonly into: Evaluated;
  /** The names of properties that are not sent, according to the outer schemas. */
  readonly unsent: ReadonlySet<string>;
}

/** Checks a value against a schema. With `here`, the outer schema checks the same value. */
export type Judge = (schema: Schema, value: JsonValue, here?: Here) => boolean;
