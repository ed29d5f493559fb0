import type { NavigationGroup } from "@specwright/site";

/** The data that pages of a version need besides their content. */
export interface Framing {
  readonly navigation: readonly NavigationGroup[];
  /**
   * For each operation that the changes of the version affect: the name of the operation, and its
   * tags.
   */
  readonly operationTags: Readonly<Record<string, readonly string[]>>;
  /**
   * The entries of the `ReferenceIndex` of the version: the names and paths of its reference pages.
   */
  readonly reference: readonly (readonly [name: string, path: string])[];
}
