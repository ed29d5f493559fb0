import { CodecError } from "../codec-error.ts";
import { JsonError } from "../json-error.ts";
import { type ParseJsonOptions, parseJson } from "../parse-json.ts";
import { stringifyJson } from "../stringify-json.ts";
import type { Codec, SafeParser } from "./codec.ts";
import { schemaIssues } from "./schema-issues.ts";

/** Configures `jsonCodec`: the limits of the text it decodes. */
export type JsonCodecOptions = ParseJsonOptions;

/** Makes a codec of a schema (zod 4 or anything with its `safeParse`): exact JSON on one side, checked values on the other. */
export function jsonCodec<T>(schema: SafeParser<T>, options: JsonCodecOptions = {}): Codec<T> {
  function check(value: unknown, code: "decode" | "encode"): T {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    throw new CodecError(code, schemaIssues(result.error.issues, value));
  }
  return {
    decode(text) {
      return check(parsed(text, options), "decode");
    },
    encode(value) {
      return written(check(value, "encode"));
    },
    parse(value) {
      return check(value, "decode");
    },
  };
}

function parsed(text: string | Uint8Array, options: JsonCodecOptions): unknown {
  try {
    return parseJson(text, options);
  } catch (error) {
    if (error instanceof JsonError) throw unreadable("malformed", error);
    throw error;
  }
}

function written(value: unknown): string {
  try {
    return stringifyJson(value);
  } catch (error) {
    if (error instanceof JsonError) throw unreadable("encode", error);
    throw error;
  }
}

function unreadable(code: "malformed" | "encode", cause: JsonError): CodecError {
  return new CodecError(code, [{ code: cause.code, pointer: "", message: cause.message }], {
    cause,
  });
}
