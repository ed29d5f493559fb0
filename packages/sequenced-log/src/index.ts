export { createMemoryLog, type MemoryLogOptions } from "./create-memory-log.ts";
export { checkDense, LogError, type LogErrorCode } from "./log-error.ts";
export type {
  LogBounds,
  LogRecord,
  RecordKeys,
  SequencedLog,
  StreamKey,
} from "./sequenced-log.ts";
