import { explain } from "../checks/explain.ts";
import { withinBytes } from "../checks/issue-bytes.ts";
import { deferred } from "../checks/logic-rules.ts";
import type { Rule, Subschema } from "../checks/rule.ts";
import type { ValidatingCodec } from "../codegen/codec.ts";
import type { Issue } from "../errors/codec-error.ts";
import { CodecError } from "../errors/codec-error.ts";
import { JsonError } from "../json/json-error.ts";
import { type ParseJsonOptions, parseAnyJson } from "../json/parse-json.ts";
import { stringifyJson } from "../json/stringify-json.ts";

/** The reader and the writer of a schema's JSON, for schemas that the general ones do not support. */
export interface CompactForm<T> {
  /** Parses a text to a value in decoded form. Throws `JsonError`. */
  readonly read: (text: string | Uint8Array, options: ParseJsonOptions) => unknown;
  /** Writes a value that matches the schema. Throws `JsonError`. */
  readonly write: (value: T) => string;
}

const asItIs: CompactForm<unknown> = { read: parseAnyJson, write: stringifyJson };

/**
 * Creates the codec of a schema whose decoded values are those that JSON.parse returns.
 *
 * @param matches reports whether a value in decoded form matches the schema
 * @param makeRule Creates the rule that explains why a value does not match. Called when it is
 * first needed.
 */
export function compactCodec<T>(
  matches: (value: unknown) => boolean,
  makeRule: () => Subschema,
  { read, write }: CompactForm<T> = asItIs,
): ValidatingCodec<T> {
  // The generated check proves what this cast states. A wrapper function would cost a call.
  const is = matches as (value: unknown) => value is T;
  const rule: Rule = (payload) => deferred(rule, makeRule, payload);

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
    decode: (text, options = {}) =>
      checked(
        withCodecErrors("malformed", () => read(text, options)),
        "decode",
      ),
    encode(value) {
      const sound = checked(value, "encode");
      return withCodecErrors("encode", () => write(sound));
    },
    parse: (value) => checked(value, "decode"),
    is,
    validate,
    rule,
    // The schema's own writer assumes a valid value, so the general writer writes unchecked values.
    unchecked: { read, write: stringifyJson },
  };
}

/**
 * Reported if the check refuses a value but the rule finds no issue. That is a bug, because both are
 * generated from one schema.
 */
const unexplained: Issue = {
  code: "schema",
  pointer: "",
  message: "The value breaks its schema",
  expected: "a value that matches its schema",
  received: "another",
};

/** Runs a step of a codec; a `JsonError` becomes a `CodecError`. */
export function withCodecErrors<R>(code: "malformed" | "encode", run: () => R): R {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    // Removes the code of the cause, because the issue has a different code.
    const message = cause.message.slice(cause.code.length + 2);
    const issue = { code: cause.code, pointer: "", message };
    throw new CodecError(code, [issue], { cause });
  }
}
