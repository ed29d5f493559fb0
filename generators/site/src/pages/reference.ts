import type { Contract } from "@specwright/contract";
import type { PagePaths } from "../paths/page-paths.ts";

/** Options for `referencePages`. */
export interface ReferenceOptions {
  /** The npm package of the generated client, for code samples. */
  readonly sdkPackage?: string;
}

/** What every reference page is written from. */
export interface Reference {
  readonly contract: Contract;
  readonly options: ReferenceOptions;
  readonly paths: PagePaths;
}
