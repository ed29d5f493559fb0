import type { Contract, Declaration, Names } from "@specwright/contract";
import type { PagePaths } from "../paths/page-paths.ts";

/** Options for `referencePages`. */
export interface ReferenceOptions {
  /**
   * The name of the npm package with the generated client, for code samples. Default: samples import
   * `./gen/client.ts`.
   */
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
  /** Returns the pages that refer directly to a named schema. */
  usesOf(declaration: Declaration): readonly SchemaUse[];
}
