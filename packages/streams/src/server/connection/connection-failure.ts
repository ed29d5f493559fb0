import type { ChannelDescriptor } from "@specwright/runtime/codegen";

/** The error with which a connection ends. */
export interface ConnectionFailure {
  readonly closeCode: number;
  readonly code: string;
  readonly message: string;
  readonly details?: object;
}

const violations: ReadonlyMap<number, string> = new Map([
  [1007, "the text is not UTF-8"],
  [1009, "the message is too long"],
]);

/**
 * Returns the error for a frame that breaks the WebSocket protocol. `closeCode` is a code of RFC 6455
 * §7.4.1.
 */
export function violationFailure(
  { endings }: ChannelDescriptor,
  maxFrameBytes: number,
  closeCode: number,
): ConnectionFailure & { readonly reason?: string } {
  const isLong = closeCode === 1009;
  // If the contract has no error frames, only the close reason can tell the client the limit.
  const isSilent = isLong && (endings?.closes ?? []).length === 0;
  return {
    closeCode,
    code: "invalid_frame",
    message: violations.get(closeCode) ?? "the frame breaks the WebSocket protocol",
    ...(isLong && { details: { limit: maxFrameBytes, unit: "bytes" } }),
    ...(isSilent && { reason: `a message may have ${maxFrameBytes} bytes` }),
  };
}

/** Returns the error for a client that sent too many invalid frames in a minute. */
export function invalidFramesFailure(limit: number, details?: object): ConnectionFailure {
  return {
    closeCode: 1008,
    code: "invalid_frame",
    message: `${limit} invalid frames within a minute`,
    details: { ...details, limit },
  };
}
