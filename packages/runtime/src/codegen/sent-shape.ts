// The members and values that a contract allows in sent messages, as data: readers accept unknown
// members and future values, a sender may use only what is listed.

/**
 * A reference to a shape: its name in the table, the shape itself, or `true` if a sender may send
 * whatever a reader accepts.
 */
export type SentShapeRef = string | true | SentShape;

/** The allowed members and values of a sent value that matches its schema. */
export interface SentShape {
  /** All allowed members, unless `additional` gives the shape of others. */
  readonly members?: Readonly<Record<string, SentShapeRef>>;
  /** The shape of members that are not listed. */
  readonly additional?: SentShapeRef;
  readonly items?: SentShapeRef;
  /** The allowed strings. */
  readonly values?: readonly string[];
  /** The variants of a union, by the value of the member that distinguishes them. */
  readonly variants?: {
    readonly property: string;
    readonly of: Readonly<Record<string, SentShapeRef>>;
  };
}

/** The shapes of a contract by name. */
export type SentShapes = Readonly<Record<string, SentShape>>;
