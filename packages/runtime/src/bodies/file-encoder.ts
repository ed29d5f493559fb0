import type { BodyEncoder, GivenBody } from "../codegen/body.ts";
import { CodecError } from "../errors/codec-error.ts";
import { ANY_BYTES, fileTypeIssue } from "../media/file-type.ts";
import { coversMediaType, mediaTypeEssence } from "../media/media-type.ts";
import { type BodyWriter, bodyEncoder } from "./body-encoder.ts";

/**
 * Creates an encoder from a writer. If a file has a type, the encoder sends the file as that type.
 */
export function fileEncoder(writer: BodyWriter): BodyEncoder {
  const encoder = bodyEncoder(writer);
  return {
    ...encoder,
    encode({ content, ...descriptor }, given) {
      const files = Object.keys(content).filter((type) => content[type]?.kind === "bytes");
      const own = files.length === 0 ? undefined : typeOfFile(files, given);
      if (own === undefined) return encoder.encode({ ...descriptor, content }, given);
      return encoder.encode({ content: { [own]: { kind: "bytes" } } }, given);
    },
  };
}

/**
 * Returns the media type for a body that is a file: the file's own type or, if the contract documents only
 * arbitrary bytes, the type of arbitrary bytes. Returns undefined for other bodies, for files without a
 * type, and if the caller names a type.
 *
 * @throws CodecError if the type is not documented and the mode is `error`.
 */
function typeOfFile(
  documented: readonly string[],
  { value, chosenType, mode, issues }: GivenBody,
): string | undefined {
  if (chosenType !== undefined || !(value instanceof Blob) || value.type === "") return undefined;
  if (documented.some((type) => coversMediaType(type, value.type))) return value.type;
  const bytes = documented.find((type) => mediaTypeEssence(type) === ANY_BYTES);
  if (bytes !== undefined) return bytes;
  const issue = fileTypeIssue(documented, "");
  if (mode === "error") throw new CodecError("encode", [issue]);
  if (mode === "report") issues.push({ of: "request", ...issue });
  return value.type;
}
