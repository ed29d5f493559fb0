import type { Source } from "@specwright/spec-loader";

/** A problem in a document, with the code of its diagnostic. */
export interface SerializationFault {
  readonly code:
    | "BODY_AS_BYTES"
    | "BODY_NOT_SENT"
    | "FORM_STYLE_BY_VERSION"
    | "PROPERTIES_COLLIDE"
    | "SERIALIZATION_IGNORED"
    | "SERIALIZATION_UNDEFINED";
  readonly message: string;
  readonly source: Source;
  /** The fix, if it differs from the fix of the diagnostic's code. `severity` works in the same way. */
  readonly fix?: string;
  readonly severity?: "info";
}

/** Creates the problem that OpenAPI does not define the encoding of a value. */
export function undefinedFault(source: Source, message: string): SerializationFault {
  return { code: "SERIALIZATION_UNDEFINED", message: `${message}.`, source };
}

/** Creates the problem that a field has no effect. */
export function ignoredFault(source: Source, message: string): SerializationFault {
  return { code: "SERIALIZATION_IGNORED", message: `${message}.`, source };
}
