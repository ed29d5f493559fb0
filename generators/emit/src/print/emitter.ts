// The definition of an emitter and its input.

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
  /** `types`, `zod`, `descriptors`, `server`, `client`, `docs`. */
  readonly name: string;
  /** The names of emitters whose modules this emitter's output imports. */
  readonly requires?: readonly string[];
  /**
   * The optional packages that it loads, with or without a version (`ts-morph@28`). The command
   * offers to install missing packages.
   */
  readonly packages?: readonly string[];
  /**
   * Whether the user's compiler skips its TypeScript files, unless `typeCheck` is set. For emitters
   * whose own tests compile their output. The types in such a file can be used as usual.
   */
  readonly skipTypeCheck?: boolean;
  emit(context: EmitContext): void | Promise<void>;
}

/** How clients handle responses that violate the contract, by default. */
export interface AnswerChecks {
  /**
   * How a client handles a response that violates the document: it throws (`error`), or it returns
   * the response and reports the violation (`report`). Use `report` for an API that is not yours.
   *
   * @defaultValue `"error"`
   * @example
   * responses: "report"
   */
  readonly responses?: "error" | "report";
  /**
   * How a client handles a response whose only fault is missing required members: it throws
   * (`error`), or it returns the response and reports them (`report`).
   *
   * @defaultValue `"error"`
   * @example
   * missing: "report"
   */
  readonly missing?: "error" | "report";
}

/** The input and output of an emitter. */
export interface EmitContext {
  readonly contract: Contract;
  readonly names: Names;
  /** The type of 64-bit integers in all output. */
  readonly int64: Int64Type;
  /** The types of other values, where there is a choice. */
  readonly valueTypes: ValueTypes;
  /** How clients handle responses that violate the contract. */
  readonly answers: Required<AnswerChecks>;
  /** The defaults that readers apply: none, unless the user requests them. */
  readonly defaults: Defaults;
  /** The parts of a split output, to which statements belong. */
  readonly parts: Parts;
  /** The names of all emitters of this run. Some emitters omit output that another emitter prints. */
  readonly emitters: ReadonlySet<string>;
  /** The documents as loaded, if available, for output of other tools. */
  readonly specification?: Specification;
  /**
   * Returns the TypeScript file at a path relative to the output (`types.ts`, `./types.ts`), and
   * creates it with its header if necessary.
   */
  typescript(path: string): TypeScriptFile;
  /** Adds a whole file, such as Markdown or JSON. */
  text(path: string, content: string): void;
  /** Reports a problem. An error prevents the output, but does not stop this emitter. */
  report(problem: Problem): void;
}
