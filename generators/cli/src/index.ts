// The exports for configuration files and other tools.

export {
  clientEmitter,
  mswEmitter,
  type TanstackQueryOptions,
  tanstackQueryEmitter,
} from "@specwright/emit";
export { builtInEmitters } from "./built-in-emitters.ts";
export { CliError, type CliErrorCode } from "./cli-error.ts";
export { type Config, type ContractConfig, defineConfig, type LintConfig } from "./config.ts";
export type { EmitterFlags } from "./emitter-flags.ts";
export { emitterNames } from "./emitter-names.ts";
export { generateTarget, type Outcome, type Step, type Target } from "./generate-target.ts";
export {
  type ExampleTopic,
  type LoadChannelsOptions,
  type LoadedChannel,
  loadChannels,
} from "./load-channels.ts";
export { type Drift, findDrift, manifestName, writeFolder } from "./output-folder.ts";
export { run } from "./program.ts";
export type { Terminal } from "./terminal.ts";
