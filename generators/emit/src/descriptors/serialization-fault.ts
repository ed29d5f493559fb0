import type { Source } from "@specwright/spec-loader";

/** A fault, with the code of its diagnostic. */
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
  /** Set if the fix differs from the fix of the code; the same applies to `severity`. */
  readonly fix?: string;
  readonly severity?: "info";
}

/** Creates the fault of a value whose encoding OpenAPI does not define. */
export function undefinedFault(source: Source, message: string): SerializationFault {
  return { code: "SERIALIZATION_UNDEFINED", message: `${message}.`, source };
}

/** Creates the fault of a field that has no effect. */
export function ignoredFault(source: Source, message: string): SerializationFault {
  return { code: "SERIALIZATION_IGNORED", message: `${message}.`, source };
}
