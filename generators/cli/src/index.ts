// The module that configuration files import. It loads quickly. Programs import `./api.ts`.

export {
  clientEmitter,
  type MswOptions,
  mswEmitter,
  type TanstackQueryOptions,
  type TanstackQueryPackage,
  tanstackQueryEmitter,
} from "@specwright/emit";
export { builtInEmitters } from "./generate/built-in-emitters.ts";
export {
  type Config,
  type ContractConfig,
  type DiffConfig,
  defineConfig,
  type LintConfig,
} from "./project/config.ts";
export type { EmitterFlags } from "./project/emitter-flags.ts";
