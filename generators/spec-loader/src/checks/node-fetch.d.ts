// @asyncapi/parser names a type of node-fetch in its declarations and does not bring them along.
// Nothing here calls what uses it.

declare module "node-fetch" {
  export type RequestInit = globalThis.RequestInit;
}
