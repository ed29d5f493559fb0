import type { JsonValue } from "@specwright/spec-loader";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** Returns a judgement of each document by Ajv, or undefined if Ajv is known to be wrong. */
export function ajvJudges(
  documents: readonly JsonValue[],
): readonly ((value: JsonValue) => boolean | undefined)[] | undefined {
  // Ajv accepts [] next to `minContains`, and takes no note of `contains` as evaluation.
  const text = JSON.stringify(documents);
  if (text.includes('"contains"')) return undefined;
  // Ajv counts what a branch of `oneOf` evaluates that rejects the value.
  if (text.includes('"oneOf"') && text.includes('"unevaluated')) return undefined;
  return documents.map((document) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    const validate: ValidateFunction = ajv.compile(
      typeof document === "boolean" ? document : Object(document),
    );
    return (value) => {
      try {
        return validate(value);
      } catch (error) {
        // A schema that refers to itself for the same value has no end in Ajv.
        if (error instanceof RangeError) return undefined;
        throw error;
      }
    };
  });
}
