export { type MswOptions, mswEmitter } from "./emit.ts";
