import { CodecError } from "../codec-error.ts";
import { JsonError } from "../json-error.ts";
import { stringifyJson } from "../stringify-json.ts";
import type { Issue, ValidatingCodec } from "./codec.ts";
import { noDigits } from "./digits.ts";
import { readJson } from "./read-json.ts";
import { copyJson, type Revive } from "./revive.ts";

/** Is what generated code knows of a schema. */
export interface CompactShape<T> {
  /** Tells whether a value in decoded form keeps the schema. */
  readonly is: (value: unknown) => value is T;
  /** Turns a parsed value into decoded form; absent when the two are the same. */
  readonly revive?: Revive;
}

/** Makes the codec of a schema: JSON.parse, a check, and the digits JSON.parse would lose. */
export function compactCodec<T>({ is, revive }: CompactShape<T>): ValidatingCodec<T> {
  function validate(value: unknown): readonly Issue[] {
    if (is(value)) return [];
    return [{ code: "schema", pointer: "", message: "the value breaks its schema" }];
  }

  function checked(value: unknown, code: "decode" | "encode"): T {
    if (is(value)) return value;
    throw new CodecError(code, validate(value));
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

function reporting<R>(code: "malformed" | "encode", run: () => R): R {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    const issue = { code: cause.code, pointer: "", message: cause.message };
    throw new CodecError(code, [issue], { cause });
  }
}
