import { CodecError } from "../codec-error.ts";
import { JsonError } from "../json-error.ts";
import { stringifyJson } from "../stringify-json.ts";
import type { Rule } from "./checks/rule.ts";
import type { Issue, ValidatingCodec } from "./codec.ts";
import type { Revive } from "./digits.ts";
import { noDigits } from "./digits.ts";
import { explain } from "./explain.ts";
import { withinBytes } from "./issue-bytes.ts";
import { readJson } from "./read-json.ts";
import { copyJson } from "./revive.ts";

/** What generated code knows of a schema. */
export interface CompactShape<T> {
  /** Reports whether a value in decoded form keeps the schema. */
  readonly is: (value: unknown) => value is T;
  /** Turns a parsed value into decoded form; absent when the two are the same. */
  readonly revive?: Revive;
  /**
   * Writes a value that keeps the schema; absent where the general routine is as fast. Leaves a value
   * to that routine by throwing `JsonError`.
   */
  readonly write?: (value: T) => string;
  /** Says what is wrong with a value that does not. */
  readonly rule: Rule;
}

/** Creates the codec of a schema: JSON.parse, a check, and the digits JSON.parse would lose. */
export function compactCodec<T>({ is, revive, write, rule }: CompactShape<T>): ValidatingCodec<T> {
  function validate(value: unknown): readonly Issue[] {
    if (is(value)) return [];
    const issues = explain(rule, value);
    return issues.length > 0 ? issues : [unexplained];
  }

  function checked(value: unknown, code: "decode" | "encode"): T {
    if (is(value)) return value;
    throw new CodecError(code, withinBytes(validate(value)));
  }

  return {
    decode(text, options = {}) {
      return checked(
        reporting("malformed", () => readJson(text, options, revive)),
        "decode",
      );
    },
    encode(value) {
      const sound = checked(value, "encode");
      if (write !== undefined) {
        try {
          return write(sound);
        } catch (error) {
          if (!(error instanceof JsonError)) throw error;
        }
      }
      return reporting("encode", () => stringifyJson(sound));
    },
    parse(value) {
      if (revive === undefined || is(value)) return checked(value, "decode");
      return checked(revive(copyJson(value), noDigits()), "decode");
    },
    is,
    validate,
  };
}

/** Stands for what no rule says: a check that a rule of the same schema does not share is a defect. */
const unexplained: Issue = {
  code: "schema",
  pointer: "",
  message: "The value breaks its schema",
  expected: "a value that keeps its schema",
  received: "another",
};

function reporting<R>(code: "malformed" | "encode", run: () => R): R {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    const issue = { code: cause.code, pointer: "", message: cause.message };
    throw new CodecError(code, [issue], { cause });
  }
}
