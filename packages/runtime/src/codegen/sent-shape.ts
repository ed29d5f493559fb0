// What a contract lets a sender put into messages, as data: readers take unknown members and values
// to come, a sender puts what is listed.

/** Refers to a shape: by its name in the table, in place, or `true` where a sender may put what a reader takes. */
export type SentShapeRef = string | true | SentShape;

/** Says what a sender may put into a value that keeps its schema. */
export interface SentShape {
  /** Every member there may be, unless `additional` says what others hold. */
  readonly members?: Readonly<Record<string, SentShapeRef>>;
  /** What members hold that are not listed. */
  readonly additional?: SentShapeRef;
  readonly items?: SentShapeRef;
  /** The strings there may be. */
  readonly values?: readonly string[];
  /** The variants of a union, by the value of a member that tells them apart. */
  readonly variants?: {
    readonly property: string;
    readonly of: Readonly<Record<string, SentShapeRef>>;
  };
}

/** Holds the shapes of a contract by name. */
export type SentShapes = Readonly<Record<string, SentShape>>;
