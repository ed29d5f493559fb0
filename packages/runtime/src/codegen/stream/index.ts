// What generated `./codec/stream` modules import besides `@specwright/runtime/codegen`.

export { mayNestDeeper, parseJson } from "../../parse-json.ts";
export { stringifyJson } from "../../stringify-json.ts";
export { readJson } from "../read-json.ts";
export { byteCopier } from "./byte-copier.ts";
export { createScratch, type Scratch } from "./create-scratch.ts";
export { columnStreamCodec, type StreamCodecParts, streamCodec } from "./stream-codec.ts";
