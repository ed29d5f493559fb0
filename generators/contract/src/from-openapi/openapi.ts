import type { SecurityRequirement } from "../model/security-requirement.ts";
import type { Build } from "../reading/build.ts";

/** The state that the readers of an OpenAPI document share. */
export interface OpenApi {
  readonly build: Build;
  /**
   * Whether the document is of version 3.2 or later, which has `query` and `additionalOperations`.
   */
  readonly hasAdditionalOperations: boolean;
  /** The requirements of operations without their own. */
  readonly security: readonly SecurityRequirement[];
  /** The ids in use. */
  readonly operationIds: Set<string>;
  /**
   * Callbacks that are being read, so that a callback that contains itself does not recurse
   * endlessly.
   */
  readonly openCallbacks: Set<string>;
}
