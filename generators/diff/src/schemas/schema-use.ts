import type { Affected, Subject } from "../changes/change.ts";

/** A use of a schema in a part of an operation. */
export interface SchemaUse extends Affected {
  /** The subject of changes if the schema is inline. */
  readonly subject: Subject;
  /**
   * How the value is sent. The value of a `parameter` or `header` is sent as text without a type. The value
   * of a `path parameter` is never empty. `name` means a named schema without any use: only generated code
   * has a type for this schema.
   */
  readonly place: "body" | "parameter" | "path parameter" | "header" | "payload" | "name";
}
