import type { Codec } from "../codegen/codec.ts";
import type { XmlShape } from "../codegen/xml.ts";
import { parseJson } from "../json/parse-json.ts";
import { readXml } from "./read-xml.ts";
import { writeXml } from "./write-xml.ts";

/** Creates a codec that checks values with a given codec, but reads and writes XML instead of JSON. */
export function xmlCodec<T>(codec: Codec<T>, shape: XmlShape): Codec<T> {
  const { unchecked } = codec;
  return {
    decode: (text) => codec.decode(readXml(text, shape)),
    encode: (value) => writeXml(parseJson(codec.encode(value)), shape),
    parse: (value) => codec.parse(value),
    ...(codec.parseWritten && { parseWritten: codec.parseWritten }),
    ...(codec.rule && { rule: codec.rule }),
    ...(codec.toWire && { toWire: codec.toWire }),
    ...(codec.toChecked && { toChecked: codec.toChecked }),
    ...(unchecked && {
      unchecked: {
        read: (text, options) => unchecked.read(readXml(text, shape), options),
        ...(unchecked.readChecked && {
          readChecked: (text, options) => unchecked.readChecked?.(readXml(text, shape), options),
        }),
        write: (value) => writeXml(parseJson(unchecked.write(value)), shape),
      },
    }),
  };
}
