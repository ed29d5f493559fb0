// Subpath `@specwright/runtime/codegen/stream`: the names that generated `./codec/stream` modules import,
// in addition to those of `@specwright/runtime/codegen`.

export { readAny, readMap } from "./read/any-value.ts";
export { entersArray, hasNextItem, readArray, readArrayIn } from "./read/arrays.ts";
export { readDateTime } from "./read/date-time.ts";
export { findTag, readThrough } from "./read/embedded.ts";
export { readNumber, readNumberIn } from "./read/numbers.ts";
export {
  type ObjectMembers,
  objectMembers,
  readFurther,
  readMembers,
  withOthers,
} from "./read/object-members.ts";
export {
  characterSet,
  readColumnUnits,
  readInt64,
  readInt64In,
  readInteger,
  readIntegerIn,
  readNaturalInt64,
  readString,
  readStringIn,
  readStringOf,
  readStringThat,
  readTimeInt64,
} from "./read/scalars.ts";
export {
  giveUp,
  type Scan,
  sharedScan,
  sharedView,
  skipSpace,
} from "./read/scan.ts";
export { readUuid } from "./read/uuid.ts";
export {
  readBoolean,
  readNull,
  readOneOf,
  readOneOfOpen,
  readWord,
  type WordSet,
  wordSet,
} from "./read/words.ts";
export {
  columnStreamCodec,
  readWhole,
  readWholeInto,
  streamCodec,
  writeWhole,
} from "./stream-codec.ts";
export { type Text, text } from "./text.ts";
export { writeDateTime, writeStringOf, writeUuid } from "./write/write-formats.ts";
export { writeBigInteger, writeInt64, writeUint64 } from "./write/write-int64.ts";
export { writeInteger, writeIntegerIn } from "./write/write-integers.ts";
export {
  closeMembers,
  memberCount,
  writeArray,
  writeMap,
  writeOthers,
} from "./write/write-members.ts";
export { writeBoolean, writeNull, writeNumber } from "./write/write-scalars.ts";
export { writeString } from "./write/write-string.ts";
export { writeAny, writeThrough } from "./write/write-text.ts";
