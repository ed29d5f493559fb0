import type { NavigationGroup } from "@specwright/site";

/** The data that pages of a version need besides their content. */
export interface Framing {
  readonly navigation: readonly NavigationGroup[];
  /** The tags of the operations that its changes affect, by their names. */
  readonly operationTags: Readonly<Record<string, readonly string[]>>;
  /** The entries of the version's `ReferenceIndex`: the paths of its reference pages. */
  readonly reference: readonly (readonly [name: string, path: string])[];
}
