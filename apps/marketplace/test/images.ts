// Images for tests, small by default.

import { deflateSync } from "node:zlib";
import sharp from "sharp";

/** Creates an image of one colour. */
export async function drawImage(
  type: "jpeg" | "png",
  options: { readonly width?: number; readonly height?: number } = {},
): Promise<Buffer<ArrayBuffer>> {
  const { width = 40, height = 30 } = options;
  const background = { r: 200, g: 40, b: 90 };
  const image = sharp({ create: { width, height, channels: 3, background } });
  return Buffer.from(await image.toFormat(type).toBuffer());
}

/** Creates a PNG with a huge declared size and almost no bytes. */
export function pixelBomb(side: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(side * side, 4_000_000)));
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    magic,
    chunk("IHDR", head),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Returns a digest in the form of the upload header. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}

/** Returns a file for a form. */
export function createFile(bytes: Uint8Array<ArrayBuffer>, name: string, type: string): File {
  return new File([bytes], name, { type });
}

/** Creates a JPEG with the largest accepted number of pixels and some content. */
export async function largeImage(): Promise<Buffer<ArrayBuffer>> {
  const [width, height] = [8000, 5000];
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const background = "black";
  const create = { width: width / 8, height: height / 8, channels: 3, background, noise } as const;
  const small = await sharp({ create }).png().toBuffer();
  return Buffer.from(await sharp(small).resize(width, height).jpeg({ quality: 60 }).toBuffer());
}
