import type { Affected, Subject } from "../changes/change.ts";

/** A use of a schema: the part of an operation, and the subject for changes if the schema is inline. */
export interface SchemaUse extends Affected {
  /** The subject of changes of a schema without a name. */
  readonly subject: Subject;
  /**
   * The kind of place. The value of a `parameter` or `header` is sent as text without a type; the value
   * of a `path parameter` is never empty. `name` is a named schema that nothing else uses: generated
   * code has its type.
   */
  readonly place: "body" | "parameter" | "path parameter" | "header" | "payload" | "name";
}
