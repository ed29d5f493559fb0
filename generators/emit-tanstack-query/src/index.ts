export {
  type TanstackQueryOptions,
  type TanstackQueryPackage,
  tanstackQueryEmitter,
} from "./emit.ts";
