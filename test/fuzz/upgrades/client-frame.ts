// WebSocket frames of a client (RFC 6455 §5.2) in which every bit of the header can be wrong.

export interface ClientFrame {
  readonly opcode: number;
  readonly payload: Uint8Array;
  /** Default true. */
  readonly fin?: boolean;
  /** The three reserved bits, 0 to 7. Default 0. */
  readonly reserved?: number;
  /** Default true. */
  readonly masked?: boolean;
  /** The number of additional bytes for the length: 0, 2 or 8. Default: as few as possible. */
  readonly lengthBytes?: 0 | 2 | 8;
  /** The length in the header. Default: the payload's. */
  readonly length?: bigint;
}

export const opcodes = {
  continuation: 0,
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
} as const;

const MASK = [0x37, 0xfa, 0x21, 0x3d] as const;

/** Encodes a frame. */
export function clientFrame(frame: ClientFrame): Buffer {
  const { opcode, payload, fin = true, reserved = 0, masked = true } = frame;
  const length = frame.length ?? BigInt(payload.length);
  const needed = payload.length < 126 ? 0 : payload.length < 65_536 ? 2 : 8;
  const size = frame.lengthBytes ?? needed;
  const head = Buffer.alloc(2 + size);
  head[0] = (fin ? 0x80 : 0) | (reserved << 4) | opcode;
  const marker = size === 0 ? Number(length & 0x7fn) : size === 2 ? 126 : 127;
  head[1] = (masked ? 0x80 : 0) | marker;
  if (size === 2) head.writeUInt16BE(Number(length & 0xffffn), 2);
  if (size === 8) head.writeBigUInt64BE(length & 0xffff_ffff_ffff_ffffn, 2);
  if (!masked) return Buffer.concat([head, payload]);
  const bytes = Buffer.from(payload);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (MASK[at & 3] ?? 0);
  return Buffer.concat([head, Buffer.from(MASK), bytes]);
}

/** Encodes a close frame. */
export function closeFrame(code: number, reason = ""): Buffer {
  const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
  payload.writeUInt16BE(code, 0);
  payload.write(reason, 2);
  return clientFrame({ opcode: opcodes.close, payload });
}
