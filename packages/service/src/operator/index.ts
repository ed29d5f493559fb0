export { originList } from "./environment/origin-list.ts";
export { postgresUrl } from "./environment/postgres-url.ts";
export { publicUrl } from "./environment/public-url.ts";
export { trustedProxies } from "./environment/trusted-proxies.ts";
export {
  integerIn,
  textThat,
  type Variables,
  variableReader,
} from "./environment/variable-reader.ts";
export { jsonLinesLogger } from "./json-lines-logger.ts";
export { listenFault } from "./listen-fault.ts";
export { folderFault, makeFolder } from "./make-folder.ts";
export { onStopSignals } from "./on-stop-signals.ts";
export { packageVersion, programAnswer } from "./program-answer.ts";
export {
  type Metrics,
  type Operations,
  type Readiness,
  serveOperations,
} from "./serve-operations.ts";
export { type ServingProcess, serveProcess } from "./serve-process.ts";
