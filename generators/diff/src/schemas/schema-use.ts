import type { Affected, Subject } from "../changes/change.ts";

/** Where a schema is used: the part of an operation, and what to call an inline schema. */
export interface SchemaUse extends Affected {
  /** The subject of changes of a schema without a name. */
  readonly subject: Subject;
  /**
   * The kind of place, for rules that differ by it: the value of a `parameter` or `header` is sent
   * as text without a type, and that of a `path parameter` is never empty. `name` is a named schema as such, which counts if nothing else uses it:
   * generated code has its type.
   */
  readonly place: "body" | "parameter" | "path parameter" | "header" | "payload" | "name";
}
