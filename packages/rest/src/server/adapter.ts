// What an adapter needs of a framework that routes requests, reads their bodies and sends answers by
// itself. Others need only `RestHandler.handle`.

export type { EncodedResponse } from "@specwright/runtime/transport";
export { bodyBytesOf, bytesOf } from "./body-bytes.ts";
export { NodeConnection } from "./connection.ts";
export { webhookOperations } from "./create-webhook-handler.ts";
export type { ErrorRenderer } from "./error-renderer.ts";
export { errorResponse } from "./error-response.ts";
export type { Exchange } from "./exchange.ts";
export { type IncomingHead, noOperation, type OperationService } from "./operation-service.ts";
export { type PreparedOperations, prepareOperations, type Routing } from "./prepare-operations.ts";
export { pathOf } from "./raw-request.ts";
export type { RouteGroup, RouteTable } from "./route-table.ts";
export type { RoutedRequest } from "./routed-request.ts";
export { clientErrorAnswerer, commonHeaders, problemOf } from "./send-problem.ts";
export { sendable } from "./sendable.ts";
export { warningLogger } from "./warning-logger.ts";
