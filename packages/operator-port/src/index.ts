export { onStopSignals } from "./on-stop-signals.ts";
export {
  type Metrics,
  type Operations,
  type OperationsOptions,
  serveOperations,
} from "./serve-operations.ts";
