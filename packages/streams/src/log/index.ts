export { checkDense } from "./check-records.ts";
export { createMemoryLog, type MemoryLogOptions } from "./create-memory-log.ts";
export { LogError, type LogErrorCode, logErrorCodes } from "./log-error.ts";
export type {
  LogBounds,
  LogReader,
  LogRecord,
  LogRetention,
  RecordKeys,
  SequencedLog,
  StreamKey,
} from "./sequenced-log.ts";
