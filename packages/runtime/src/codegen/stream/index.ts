// What generated `./codec/stream` modules import besides `@specwright/runtime/codegen`.

export { parseJson } from "../../parse-json.ts";
export { decodeUtf8 } from "./decode-utf8.ts";
export { type StreamCodecParts, streamCodec } from "./stream-codec.ts";
