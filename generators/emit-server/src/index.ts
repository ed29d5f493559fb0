export { serverEmitter } from "./emit.ts";
