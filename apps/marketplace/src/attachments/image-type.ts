import type { ImageType } from "../storage/attachment-repository.ts";

const TYPES: readonly {
  readonly type: ImageType;
  readonly magic: readonly number[];
  readonly extensions: readonly string[];
}[] = [
  { type: "image/jpeg", magic: [0xff, 0xd8, 0xff], extensions: ["jpg", "jpeg", "jpe"] },
  {
    type: "image/png",
    magic: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    extensions: ["png"],
  },
];

/** Media types that do not reveal the type of a file. */
const UNSAID: ReadonlySet<string> = new Set(["", "application/octet-stream"]);

/**
 * Detects the type of an uploaded image from its bytes. Returns undefined if the bytes are not an
 * accepted image. Also returns undefined if the file name or the declared type contradicts the
 * bytes.
 */
export function imageTypeOf(
  bytes: Uint8Array,
  name: string,
  declared: string,
): ImageType | undefined {
  const found = TYPES.find(({ magic }) => magic.every((byte, at) => bytes[at] === byte));
  if (found === undefined) return undefined;
  if (!UNSAID.has(declared) && declared !== found.type) return undefined;
  const [, extension] = /\.([^.]*)$/.exec(name) ?? [];
  const hasOtherExtension =
    extension !== undefined && !found.extensions.includes(extension.toLowerCase());
  return hasOtherExtension ? undefined : found.type;
}
