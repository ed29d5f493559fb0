// The members and values that a contract allows in sent messages, as data. Readers accept unknown
// members and future values, but a sender may use only the listed ones.

/**
 * A reference to a shape: its name in the table, or the shape itself. `true` means that a sender
 * may send every value that a reader accepts.
 */
export type SentShapeRef = string | true | SentShape;

/** The allowed members and values of a sent value that matches its schema. */
export interface SentShape {
  /** The members with their shapes. No other members are allowed, unless `additional` is set. */
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
