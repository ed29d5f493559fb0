// Subpath `@specwright/cli/api`: the functions behind the commands, for use in programs.

export { buildContract, type Contract } from "@specwright/contract";
export {
  type Change,
  type ChangeClass,
  type ComparisonOptions,
  compareContracts,
} from "@specwright/diff";
export type { PublishedInterface, Release } from "@specwright/diff/changelog";
export {
  type EmitOptions,
  type EmitResult,
  type EmittedFile,
  emit,
} from "@specwright/emit/print";
export {
  type SiteFile,
  type SiteInterface,
  type SiteVersion,
  type WholeSiteOptions,
  wholeSite,
} from "@specwright/site";
export {
  type Diagnostic,
  formatDiagnostic,
  type LoadInput,
  type LoadOptions,
  type LoadResult,
  loadSpecification,
  type Specification,
} from "@specwright/spec-loader";
export {
  generateTarget,
  type Outcome,
  type Step,
  type Target,
} from "./generate/generate-target.ts";
export {
  type ExampleTopic,
  type LoadChannelsOptions,
  type LoadedChannel,
  loadChannels,
} from "./mock/load-channels.ts";
export { run } from "./program.ts";
export { type Drift, findDrift, writeFolder } from "./project/output-folder.ts";
export { CliError, type CliErrorCode } from "./terminal/cli-error.ts";
export type { Terminal } from "./terminal/terminal.ts";
