import type { SecurityRequirement } from "../model/operation.ts";
import type { Build } from "../reading/build.ts";

/** The state that the readers of an OpenAPI document share. */
export interface OpenApi {
  readonly build: Build;
  /** Whether the document is of 3.2 or later: has `query` and `additionalOperations`. */
  readonly hasAdditionalOperations: boolean;
  /** The requirements of operations without their own. */
  readonly security: readonly SecurityRequirement[];
  /** Ids that are taken. */
  readonly operationIds: Set<string>;
  /** Callbacks that are being read, so that one that contains itself ends. */
  readonly openCallbacks: Set<string>;
}
