// The interface of an emitter, and the context that is passed to it.

import type {
  Contract,
  Defaults,
  Int64Type,
  Names,
  Problem,
  ValueTypes,
} from "@specwright/contract";
import type { Specification } from "@specwright/spec-loader";
import type { Parts } from "./parts.ts";
import type { TypeScriptFile } from "./typescript-file.ts";

/** Writes one kind of output from a contract. */
export interface Emitter {
  /** The name of the emitter, such as `types`, `zod`, `descriptors`, `server`, `client` or `docs`. */
  readonly name: string;
  /** The names of the emitters that must also run, because this emitter's output imports their modules. */
  readonly requires?: readonly string[];
  /**
   * The optional packages that the emitter loads, such as `ts-morph` or `ts-morph@28`. If one is missing,
   * the command offers to install it.
   */
  readonly packages?: readonly string[];
  /**
   * Whether the user's compiler skips the emitter's TypeScript files, unless `typeCheck` is set. This is
   * for emitters whose own tests compile their output. Other files can still use the types in a skipped
   * file.
   */
  readonly skipTypeCheck?: boolean;
  emit(context: EmitContext): void | Promise<void>;
}

/** The default for how clients handle responses that violate the contract. */
export interface AnswerChecks {
  /**
   * How a client handles a response that violates the document. With `error`, it throws. With `report`, it
   * returns the response and reports the violation; use this if you do not control the API.
   *
   * @defaultValue `"error"`
   * @example
   * responses: "report"
   */
  readonly responses?: "error" | "report";
  /**
   * How a client handles a response that only lacks required members. With `error`, it throws. With
   * `report`, it returns the response and reports the missing members.
   *
   * @defaultValue `"error"`
   * @example
   * missing: "report"
   */
  readonly missing?: "error" | "report";
}

/** The context of an emitter: the contract, the settings, and the functions that write output. */
export interface EmitContext {
  readonly contract: Contract;
  readonly names: Names;
  /** The type of 64-bit integers in all output. */
  readonly int64: Int64Type;
  /** The types of other values, if the user can choose them. */
  readonly valueTypes: ValueTypes;
  /** How clients handle responses that violate the contract. */
  readonly answers: Required<AnswerChecks>;
  /** The defaults that readers apply. The list is empty unless the user requests defaults. */
  readonly defaults: Defaults;
  /** The names of the parts of a split output. A statement is printed into a part. */
  readonly parts: Parts;
  /** The names of all emitters in this run. An emitter can omit output that a different emitter prints. */
  readonly emitters: ReadonlySet<string>;
  /** The loaded documents, if available, for emitters that pass them to other tools. */
  readonly specification?: Specification;
  /**
   * Returns the TypeScript file at a path relative to the output folder (`types.ts` or `./types.ts`).
   * Creates the file, with a header, on the first call.
   */
  typescript(path: string): TypeScriptFile;
  /** Adds a whole file, such as Markdown or JSON. */
  text(path: string, content: string): void;
  /** Reports a problem. After an error, the emitter continues, but no output is written. */
  report(problem: Problem): void;
}
