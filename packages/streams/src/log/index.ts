export { checkDense, checkRecords } from "./check-records.ts";
export { createMemoryLog, type MemoryLogOptions } from "./create-memory-log.ts";
export { LogError, type LogErrorCode, logErrorCodes } from "./log-error.ts";
export {
  decodeRecord,
  encodeRecord,
  readRecord,
  recordBound,
  recordEnd,
  writeRecord,
} from "./record-layout.ts";
export type {
  LogBounds,
  LogReader,
  LogRecord,
  LogRetention,
  RecordKeys,
  SequencedLog,
  StreamKey,
} from "./sequenced-log.ts";
