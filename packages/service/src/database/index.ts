export { DatabaseError } from "./database-error.ts";
export { insertRows } from "./insert-rows.ts";
export { lockFile } from "./lock-file.ts";
export { readMigrations } from "./migration.ts";
export { type DatabaseLocation, type DatabaseOptions, openDatabase } from "./open-database.ts";
export { type OutageLog, outageLog } from "./outage-log.ts";
export {
  onlyRow,
  readBytes,
  readInteger,
  readIntegerOrNull,
  readText,
  readTextOrNull,
} from "./read-row.ts";
export { type RepositoryStorage, repositoryStorage } from "./repository-storage.ts";
export {
  type Bindings,
  createBindings,
  forUpdate,
  forUpdateSkipLocked,
  type Row,
  type SqlClient,
  type SqlEngine,
  type SqlValue,
} from "./sql-client.ts";
export { type RateWindowRepository, sqlRateWindows } from "./sql-rate-windows.ts";
export { untilAvailable } from "./until-available.ts";
