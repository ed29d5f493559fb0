/** The tags that select a schema. */
export interface Selection {
  readonly property: string;
  readonly tags: readonly string[];
}
