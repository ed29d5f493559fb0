import type { IncomingHttpHeaders } from "node:http";
import type { OperationDescriptor } from "@specwright/runtime/codegen";

/** A request as received: its head and the bytes of its body. */
export interface RawMessage {
  readonly operation: OperationDescriptor;
  /** Header names are lowercase. */
  readonly headers: IncomingHttpHeaders;
  /** The body, byte for byte. */
  readonly body: Uint8Array;
}

/** Reports whether a request is authentic, for example by its signature. */
export type VerifyMessage = (message: RawMessage) => boolean | Promise<boolean>;
