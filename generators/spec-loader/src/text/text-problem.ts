import type { SyntaxCode } from "../diagnostics/syntax.ts";
import type { JsonValue } from "../json/json-value.ts";

/** A problem that a parser found in a text, before line and column are known. */
export interface TextProblem {
  readonly code: SyntaxCode;
  /** Offset in UTF-16 code units. */
  readonly offset: number;
  readonly message: string;
  /** How the value was read anyway, if only one reading is possible. */
  readonly reading?: string;
}

/** The result of parsing a text. The value is absent if the text cannot be read at all. */
export interface ParsedText {
  readonly value?: JsonValue;
  readonly problems: readonly TextProblem[];
  /** Finds the offset of the deepest existing place on the path of the tokens. */
  readonly offsetOf: (tokens: readonly string[]) => number;
}

/** The limits of a parser. */
export interface ParseLimits {
  /** The maximum nesting of arrays and objects. */
  readonly maxDepth: number;
  /** The maximum number of values that the aliases of one YAML file represent in total. */
  readonly maxAliasedValues: number;
}
