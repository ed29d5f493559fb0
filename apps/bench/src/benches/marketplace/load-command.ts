/** Is what the process of the clients is told. */
export type LoadCommand =
  | { readonly command: "connect"; readonly port: number; readonly connections: number }
  /** Send so many of the requests in a file, and answer when the last answer has come. */
  | {
      readonly command: "send";
      readonly port: number;
      readonly file: string;
      readonly count: number;
    };

/** Is what it answers. */
export interface LoadAnswer {
  /** How many answers had another status than 200. */
  readonly refused: number;
}
