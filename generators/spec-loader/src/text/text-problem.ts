import type { SyntaxCode } from "../diagnostics/syntax.ts";
import type { JsonValue } from "../json/json-value.ts";

/**
 * A problem in a text. A parser finds only its offset, from which the line and column are computed later.
 */
export interface TextProblem {
  readonly code: SyntaxCode;
  /** The offset in UTF-16 code units. */
  readonly offset: number;
  readonly message: string;
  /** How the parser read the value in spite of the problem, if only one interpretation is possible. */
  readonly reading?: string;
}

/** The result of parsing a text. The value is absent if the text cannot be parsed. */
export interface ParsedText {
  readonly value?: JsonValue;
  readonly problems: readonly TextProblem[];
  /** Returns the offset of the value at a path, or of its nearest existing parent. */
  readonly offsetOf: (tokens: readonly string[]) => number;
}

/** The limits of a parser. */
export interface ParseLimits {
  /** The maximum nesting of arrays and objects. */
  readonly maxDepth: number;
  /** The maximum number of values that the aliases of one YAML file represent in total. */
  readonly maxAliasedValues: number;
}
