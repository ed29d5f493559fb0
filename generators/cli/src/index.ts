// What configuration files import. Loading it takes little time: programs import `./api.ts`.

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
  defineConfig,
  type LintConfig,
} from "./project/config.ts";
export type { EmitterFlags } from "./project/emitter-flags.ts";
