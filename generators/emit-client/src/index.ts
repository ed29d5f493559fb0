export { clientEmitter } from "./emit.ts";
