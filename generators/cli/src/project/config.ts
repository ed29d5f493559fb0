// The types of the configuration file.

import type { MethodNames, OperationFilters, Relaxation, ValueTypes } from "@specwright/contract";
import type { SeverityRule } from "@specwright/diff";
import type { AnswerChecks, Emitter, ImportExtension, Split } from "@specwright/emit/print";

/** A document, and how to generate code from it. Paths are relative to the configuration file. */
export interface ContractConfig extends ValueTypes, Relaxation, AnswerChecks {
  /**
   * The AsyncAPI or OpenAPI document, YAML or JSON: a file, or an address that starts with `https:`.
   *
   * @example
   * input: "openapi.yaml"
   */
  readonly input: string;
  /**
   * Overlays (OpenAPI Overlay 1.0 or 1.1) that change the document before it is read, in this order:
   * files or addresses.
   *
   * @defaultValue none
   * @example
   * overlays: ["pagination.overlay.yaml"]
   */
  readonly overlays?: readonly string[];
  /**
   * The output folder. Files that an earlier run wrote there, and that are no longer generated, are
   * removed.
   *
   * @example
   * output: "src/gen"
   */
  readonly output: string;
  /**
   * The emitters to run. An emitter is a value, so the list may contain custom ones.
   *
   * @example
   * emitters: builtInEmitters(["types", "client"])
   */
  readonly emitters: readonly Emitter[];
  /**
   * The prefix of the names of client and handlers, such as `createShopClient` and `ShopHandlers`.
   *
   * @defaultValue the document's title
   * @example
   * name: "Shop"
   */
  readonly name?: string;
  /**
   * The extension with which the files import each other: `ts`, `js` or, for bundlers, `none`. `mts` and
   * `mjs` write `.mts` files, which are ES modules in a CommonJS package too.
   *
   * @defaultValue one that compiles with the `tsconfig.json` of the output
   * @example
   * importExtension: "ts"
   */
  readonly importExtension?: ImportExtension;
  /**
   * Whether your compiler checks the bodies of the generated files too. Without it, they start with the
   * comment `ts-nocheck`, which makes `tsc` and editors several times faster on large documents; the
   * types are the same.
   *
   * @defaultValue `false`
   * @example
   * typeCheck: true
   */
  readonly typeCheck?: boolean;
  /**
   * Divides the modules, so that a change of the document changes few files. `schema` writes a file for
   * each schema and operation, `tag` one for the operations of each tag. The exports of the modules do not
   * change; see docs/split-output.md.
   *
   * @defaultValue one file for each module
   * @example
   * split: "schema"
   */
  readonly split?: Split;
  /**
   * Which operations are generated, by tag, path, id and `deprecated`; for an AsyncAPI document, also by
   * the tags, addresses and ids of channels.
   *
   * @defaultValue all
   * @example
   * operations: { include: { tags: ["orders"] }, exclude: { deprecated: true } }
   */
  readonly operations?: OperationFilters;
  /**
   * Names the methods of clients and handlers, their types and their descriptors: a function, or a
   * template such as `{method} {path}`.
   *
   * @defaultValue the ids of operations
   * @example
   * methodNames: "{method} {path}"
   */
  readonly methodNames?: MethodNames;
  /**
   * The side that an AsyncAPI document describes.
   *
   * @defaultValue `"provider"`
   * @example
   * perspective: "consumer"
   */
  readonly perspective?: "provider" | "consumer";
  /**
   * Repairs the faults of the document that have only one reading, such as a number where a text
   * belongs; each becomes a warning that names the repair.
   *
   * @defaultValue `false`
   * @example
   * lenient: true
   */
  readonly lenient?: boolean;
  /**
   * The folder that references may not leave.
   *
   * @defaultValue the wider one of the configuration file's folder and the working directory, of those
   * that contain the document
   * @example
   * root: ".."
   */
  readonly root?: string;
  /**
   * Allows references to URLs: all, or those that start with one of these.
   *
   * @defaultValue `false`
   * @example
   * allowRemote: ["https://example.com/schemas/"]
   */
  readonly allowRemote?: boolean | readonly string[];
  /**
   * The maximum number of files of the document.
   *
   * @defaultValue 1000
   * @example
   * maxFiles: 5000
   */
  readonly maxFiles?: number;
}

/** The default export of `specwright.config.ts`. */
export interface Config {
  /**
   * The documents, each with its output.
   *
   * @example
   * contracts: [{ input: "openapi.yaml", output: "src/gen", emitters: builtInEmitters(["types"]) }]
   */
  readonly contracts: readonly ContractConfig[];
  /**
   * The settings of `specwright lint`.
   *
   * @example
   * lint: { rules: { EXAMPLE_MISSING: "warning" } }
   */
  readonly lint?: LintConfig;
  /**
   * How `specwright diff`, `specwright changeset`, `specwright feed` and `specwright site` compare
   * documents.
   *
   * @example
   * diff: { severity: [{ internal: true, as: "off" }] }
   */
  readonly diff?: DiffConfig;
}

/**
 * The settings for comparisons by `specwright diff`, `specwright changeset`, `specwright feed` and
 * `specwright site`.
 */
export interface DiffConfig {
  /**
   * The severities of changes. Of the entries whose `rule`, `path`, `tag` and `internal` all apply, the last
   * one counts. `error` fails, `warning` does not fail, `info` counts as not breaking, and `off` is left out.
   *
   * @defaultValue those of the classes
   * @example
   * severity: [{ rule: "response-*", tag: "beta", as: "warning" }]
   */
  readonly severity?: readonly SeverityRule[];
  /**
   * Prefixes of paths that moved, as `OLD=NEW`: the operations below `OLD` are compared with the operations
   * below `NEW`. The first prefix that matches a path applies.
   *
   * @defaultValue none
   * @example
   * basePaths: ["/v1=/v2"]
   */
  readonly basePaths?: readonly string[];
}

/** The settings of `specwright lint`. */
export interface LintConfig {
  /**
   * The severities of problems by their codes, such as `EXAMPLE_MISSING`.
   *
   * @defaultValue those of the diagnostics
   * @example
   * rules: { COMPONENT_UNUSED: "off" }
   */
  readonly rules?: Readonly<Record<string, "error" | "warning" | "info" | "off">>;
}

/**
 * Returns the given configuration. It only adds types. Export the result as the default of
 * `specwright.config.ts`.
 */
export function defineConfig(config: Config): Config {
  return config;
}
