// What configuration files import. Loading it takes little time: programs import `./api.ts`.

export {
  clientEmitter,
  type MswOptions,
  mswEmitter,
  type TanstackQueryOptions,
  type TanstackQueryPackage,
  tanstackQueryEmitter,
} from "@specwright/emit";
export { builtInEmitters } from "./built-in-emitters.ts";
export { type Config, type ContractConfig, defineConfig, type LintConfig } from "./config.ts";
export type { EmitterFlags } from "./emitter-flags.ts";
