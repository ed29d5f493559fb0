import type { Principals } from "../upgrade/authenticate.ts";

/** The client at the other end of a connection. */
export interface StreamPeer {
  /** Undefined on a channel without a signature. */
  readonly accessKey?: string;
  /** The broker whose data the connection sees; `public` on a channel without a signature. */
  readonly brokerId: string;
  /**
   * The results of the authenticators, by security scheme. Undefined on a channel without security schemes.
   */
  readonly principals?: Principals;
}
