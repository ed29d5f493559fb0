/** A path of keys and indexes from the root of the document. */
export type Path = readonly (string | number)[];

/** A finding of a rule about what names, references and templates have to do with each other. */
export interface CrossFinding {
  /** The name that the rule has in the official parser. */
  readonly rule: string;
  readonly path: Path;
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
  /** Whether the document is wrong, and not only unusual. */
  readonly isError: boolean;
}
