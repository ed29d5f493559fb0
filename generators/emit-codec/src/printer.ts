// What every printing function is given.

import type { Contract, ObjectSchema } from "@specwright/contract";
import type {
  ImportSymbol,
  Int64Type,
  Names,
  NotEnforcedReport,
  Printable,
  TypeScriptFile,
} from "@specwright/emit-kit";

/**
 * The direction in which values are sent: `readOnly` members may be absent from a request, and
 * `writeOnly` ones from a response.
 */
export type Direction = "request" | "response";

/** Prints the codecs of one contract into one file. */
export interface Printer {
  readonly contract: Contract;
  readonly names: Names;
  readonly file: TypeScriptFile;
  /** What 64-bit integers become. */
  readonly int64: Int64Type;
  readonly formats: "assert" | "annotate";
  /** The way of all values of this file, where it is one. */
  readonly direction?: Direction | undefined;
  /**
   * What `integer` and `number` accept: `safe` accepts the values that decoding produces; `exact`
   * also accepts integers of any size as bigint, as JSON Schema does for values that were read
   * exactly. Default `safe`.
   */
  readonly integers?: "safe" | "exact" | undefined;
  /** Declares a rule for an object that the contract describes more than once; gives its name. Absent: none is shared. */
  readonly sharedRule?: (schema: ObjectSchema, print: () => Printable) => string | undefined;
  /** Collects what is not enforced, for `codec.report.json`. */
  readonly report: NotEnforcedReport;
  /** Imports a value from the run time. */
  runtime(name: string): ImportSymbol;
}
