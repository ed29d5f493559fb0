export { docsEmitter } from "./emit.ts";
