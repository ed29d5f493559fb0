// Forms with an image, and with files that are not images.

import { crc32, deflateSync } from "node:zlib";

const BOUNDARY = "the-boundary-of-the-fuzz";

export interface FormPart {
  readonly name: string;
  readonly file?: { readonly name: string; readonly type: string };
  readonly bytes: Buffer;
}

/** Returns the parts of an upload for a listing. */
export function imageUpload(listing: number, bytes: Buffer = pixel): readonly FormPart[] {
  return [
    { name: "listing_id", bytes: Buffer.from(`${listing}`) },
    { name: "file", file: { name: "pixel.png", type: "image/png" }, bytes },
  ];
}

/** The media type of `formBody`. */
export const UPLOAD_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Encodes a form. */
export function formBody(parts: readonly FormPart[]): Buffer {
  const written = parts.flatMap(({ name, file, bytes }) => {
    const named = file === undefined ? "" : `; filename="${file.name}"`;
    const type = file === undefined ? "" : `Content-Type: ${file.type}\r\n`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${named}\r\n${type}\r\n`;
    return [Buffer.from(head), bytes, Buffer.from("\r\n")];
  });
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG of one pixel. */
export const pixel: Buffer = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk("IHDR", Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
  chunk("IDAT", deflateSync(Buffer.from([0, 200, 40, 90]))),
  chunk("IEND", Buffer.alloc(0)),
]);
