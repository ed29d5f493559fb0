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
  /** The names of emitters whose modules the output of this one imports. */
  readonly requires?: readonly string[];
  /**
   * The optional packages that it loads, with or without a version (`ts-morph@28`); the command offers
   * to install those that are missing.
   */
  readonly packages?: readonly string[];
  /**
   * Whether the compiler of a user skips its TypeScript files, unless `typeCheck` is set: for emitters
   * whose own tests compile what they write. Types are read from such a file as from any other.
   */
  readonly skipTypeCheck?: boolean;
  emit(context: EmitContext): void | Promise<void>;
}

/** How clients treat answers that violate the contract, by default. */
export interface AnswerChecks {
  /**
   * How a client treats an answer that violates the document: it throws (`error`), or it returns the answer
   * and reports the violation (`report`). Use `report` for an API that is not yours.
   *
   * @defaultValue `"error"`
   * @example
   * responses: "report"
   */
  readonly responses?: "error" | "report";
  /**
   * How a client treats an answer whose only fault is missing required members: it throws (`error`), or it
   * returns the answer and reports them (`report`).
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
  /** The other types of values that are a choice. */
  readonly valueTypes: ValueTypes;
  /** How clients treat answers that violate the contract. */
  readonly answers: Required<AnswerChecks>;
  /** The defaults that readers apply: none, unless that was asked for. */
  readonly defaults: Defaults;
  /** The parts that statements of a divided output belong to. */
  readonly parts: Parts;
  /** The names of the emitters that run, of which some leave out what another one writes. */
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
  /** Reports a problem; an error prevents the output, but does not end this emitter. */
  report(problem: Problem): void;
}
