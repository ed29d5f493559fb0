export { createLmdbLog, type LmdbLogOptions } from "./create-lmdb-log.ts";
export { createLmdbLogReader, type LmdbLogReaderOptions } from "./create-lmdb-log-reader.ts";
