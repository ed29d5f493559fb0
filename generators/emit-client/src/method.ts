// What both kinds of client method have in common.

import type { Printable } from "@specwright/emit-kit";

/** One method of a client: its line in the interface and its line in the object. */
export interface Method {
  readonly signature: Printable;
  readonly implementation: Printable;
}
