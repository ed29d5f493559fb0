import type { Codec } from "../codegen/codec.ts";
import type { ItemSource, SequentialFormat } from "../codegen/sequential.ts";
import { CodecError, issueSummary } from "../errors/codec-error.ts";
import { withoutTextMark } from "../text/strings.ts";
import { readText } from "./read-text.ts";

/** One JSON text on each line: `application/jsonl` and `application/x-ndjson`. */
export const jsonLines: SequentialFormat = /* @__PURE__ */ jsonTexts("\n", "");

/** JSON texts that each start with a record separator (RFC 7464): `application/json-seq`. */
export const jsonSequence: SequentialFormat = /* @__PURE__ */ jsonTexts("\u001e", "\u001e");

/** Creates the format of a sequence of JSON texts between separators. Blank texts are skipped. */
function jsonTexts(separator: string, before: string): SequentialFormat {
  const readPiece = (
    codec: Pick<Codec<unknown>, "decode">,
    text: string,
    source: Pick<ItemSource, "error">,
    index: number,
  ): unknown => {
    if (before !== "") requireEnd(text, source, index);
    return decodeItem(codec, text, source, index);
  };
  return {
    async *read(codec, source) {
      let index = 0;
      for await (const text of splitText(source, separator)) {
        if (text.trim() === "") continue;
        yield readPiece(codec, text, source, index);
        index += 1;
      }
    },
    readAll: (codec, text, source) =>
      text
        .split(separator)
        .filter((piece) => piece.trim() !== "")
        .map((piece, index) => readPiece(codec, piece, source, index)),
    write: (codec, item) => `${before}${codec.encode(item)}\n`,
  };
}

/** Splits a text at a separator while the text arrives. */
async function* splitText(source: ItemSource, separator: string): AsyncGenerator<string, void> {
  let open = "";
  for await (const text of readText(source, source.response, { fatal: true })) {
    const [first = "", ...others] = text.split(separator);
    open += first;
    for (const next of others) {
      yield open;
      open = next;
    }
    if (open.length > source.maxBytes) {
      throw source.error("invalid_response", `an item is over ${source.maxBytes} bytes`);
    }
  }
  yield open;
}

/**
 * Checks the last text. A number or a word without a line feed after it may have been cut off, and is
 * refused (RFC 7464).
 */
function requireEnd(text: string, source: Pick<ItemSource, "error">, index: number): void {
  if (/["\]}\s]$/.test(text)) return;
  throw source.error("invalid_response", `item ${index} may be incomplete: no line feed ends it`, {
    index,
  });
}

/**
 * Decodes an item. Ignores a byte order mark before the item. If the item is invalid, throws the error that
 * `source` creates.
 */
function decodeItem(
  codec: Pick<Codec<unknown>, "decode">,
  text: string,
  source: Pick<ItemSource, "error">,
  index: number,
): unknown {
  try {
    return codec.decode(withoutTextMark(text));
  } catch (cause) {
    if (!(cause instanceof CodecError)) throw cause;
    const message = `item ${index}: ${issueSummary(cause.issues)}`;
    throw source.error("invalid_response", message, { cause, index });
  }
}
