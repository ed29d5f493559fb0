import type { Contract, Declaration, Names } from "@specwright/contract";
import type { PagePaths } from "../paths/page-paths.ts";

/** Options for `referencePages`. */
export interface ReferenceOptions {
  /** The npm package of the generated client, for code samples. Default: a folder name. */
  readonly sdkPackage?: string;
}

/** A page that uses a schema. */
export interface SchemaUse {
  readonly title: string;
  readonly path: string;
}

/** The data that all reference pages share. */
export interface Reference {
  readonly contract: Contract;
  readonly options: ReferenceOptions;
  readonly paths: PagePaths;
  readonly names: Names;
  /** The pages that use a named schema directly. */
  usesOf(declaration: Declaration): readonly SchemaUse[];
}
