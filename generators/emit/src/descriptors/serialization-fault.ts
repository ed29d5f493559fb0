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
  /** Set if it is other than that of the code, as `severity` is. */
  readonly fix?: string;
  readonly severity?: "info";
}

/** Creates the fault of a value that OpenAPI does not say how to write. */
export function undefinedIn(source: Source, message: string): SerializationFault {
  return { code: "SERIALIZATION_UNDEFINED", message: `${message}.`, source };
}

/** Creates the fault of a field that has no effect. */
export function ignored(source: Source, message: string): SerializationFault {
  return { code: "SERIALIZATION_IGNORED", message: `${message}.`, source };
}
