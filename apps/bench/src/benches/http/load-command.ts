/** A command for the process of the clients. */
export type LoadCommand =
  | { readonly command: "connect"; readonly port: number; readonly connections: number }
  /** Sends `count` requests from a file. The process replies after the last response. */
  | {
      readonly command: "send";
      readonly port: number;
      readonly file: string;
      readonly count: number;
    };

/** The reply to a command. */
export interface LoadAnswer {
  /** The number of responses whose status is neither 200 nor 304. */
  readonly refused: number;
}
