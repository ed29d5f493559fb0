export { type ChecksumRule, checksumOfBook, checksumTextOfBook } from "./book-checksum.ts";
export { DecimalBook } from "./decimal-book.ts";
export type { DecimalBookOptions } from "./decimal-book-options.ts";
export { DecimalColumns } from "./decimal-columns.ts";
export {
  type LevelShape,
  type LevelShapeRule,
  levelShape,
  type ObjectShape,
  type TupleShape,
} from "./level-shape.ts";
export { MAX_SCALE } from "./powers-of-ten.ts";
export type { DecimalColumn } from "./scan-decimal.ts";
export { scanLevelPart, scanLevels } from "./scan-levels.ts";
export { skipPlain, skipSpace, skipString, skipValue } from "./skip-json.ts";
export type { NumberFormat } from "./write-decimal.ts";
