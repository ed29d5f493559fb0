import type { NavigationGroup } from "@specwright/site";

/** The data that pages of a version need besides their content. */
export interface Framing {
  readonly navigation: readonly NavigationGroup[];
  /** The tags of the operations that its changes affect, by their names. */
  readonly operationTags: Readonly<Record<string, readonly string[]>>;
  /** The entries of its `ReferenceIndex`: where its reference pages are. */
  readonly reference: readonly (readonly [name: string, path: string])[];
}
