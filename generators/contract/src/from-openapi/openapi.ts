import { contractDiagnostics } from "../diagnostics/contract-diagnostics.ts";
import type { SecurityRequirement } from "../model/server.ts";
import type { Build } from "../reading/build.ts";
import { memberOf, type ObjectPlace } from "../reading/place.ts";
import { reportProblem } from "../reading/problems.ts";

/** The state that the readers of an OpenAPI document share. */
export interface OpenApi {
  readonly build: Build;
  /**
   * Whether the OpenAPI version is 3.2 or later, so that path items can have `query` and
   * `additionalOperations`.
   */
  readonly hasAdditionalOperations: boolean;
  /** The security requirements of the document, for operations without `security`. */
  readonly security: readonly SecurityRequirement[];
  /** The operation ids in use. */
  readonly operationIds: Set<string>;
  /**
   * The callbacks that are being read. They prevent endless recursion if a callback contains itself.
   */
  readonly openCallbacks: Set<string>;
}

/**
 * The object that each extension belongs to. The first text is the name of the object in OpenAPI. The
 * second text completes the fix of a diagnostic.
 */
const homes = {
  "x-max-bytes": ["a Request Body Object", "`requestBody` of the operation"],
  "x-pagination": ["an Operation Object", "operation that returns the list, such as `get`"],
} as const;

/** The objects that are searched for extensions, by their names in the OpenAPI specification. */
export type ExtendedObject =
  | "the OpenAPI Object"
  | "a Path Item Object"
  | "an Operation Object"
  | "a Request Body Object"
  | "a Media Type Object";

/** Reports extensions in an object where they have no effect. */
export function reportMisplaced(build: Build, object: ObjectPlace, kind: ExtendedObject): void {
  const { fix } = contractDiagnostics.EXTENSION_PLACE;
  for (const [name, [home, where]] of Object.entries(homes)) {
    const place = kind === home ? undefined : memberOf(object, name);
    if (place === undefined) continue;
    reportProblem(
      build,
      "EXTENSION_PLACE",
      place,
      `\`${name}\` has no effect on ${kind}.`,
      `${fix} It belongs to the ${where}.`,
    );
  }
}
