import type { Principals } from "../upgrade/authenticate.ts";

/** The client of a connection. */
export interface StreamPeer {
  /** Absent on a channel without a signature. */
  readonly accessKey?: string;
  /** The broker whose data the connection sees; `public` on a channel without a signature. */
  readonly brokerId: string;
  /** The results of the authenticators, by security scheme; absent on a channel without them. */
  readonly principals?: Principals;
}
