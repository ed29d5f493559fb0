import type { JsonValue } from "@specwright/spec-loader";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** Returns Ajv's verdict on a value by document; undefined where Ajv is known to be wrong. */
export function ajvJudges(
  documents: readonly JsonValue[],
): readonly ((value: JsonValue) => boolean | undefined)[] | undefined {
  // Ajv accepts [] next to `minContains`, and does not count items of `contains` as evaluated.
  const text = JSON.stringify(documents);
  if (text.includes('"contains"')) return undefined;
  // Ajv counts items that a failed branch of `oneOf` evaluated.
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
        // Ajv does not terminate for a schema that refers to itself for the same value.
        if (error instanceof RangeError) return undefined;
        throw error;
      }
    };
  });
}
