/** A command for the process of the clients. */
export type LoadCommand =
  | { readonly command: "connect"; readonly port: number; readonly connections: number }
  /** Send `count` of the requests in a file, and reply after the last response. */
  | {
      readonly command: "send";
      readonly port: number;
      readonly file: string;
      readonly count: number;
    };

/** The reply to a command. */
export interface LoadAnswer {
  /** The number of responses with a status other than 200 and 304. */
  readonly refused: number;
}
