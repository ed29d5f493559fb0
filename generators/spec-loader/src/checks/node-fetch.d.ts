// @asyncapi/parser refers to a type of node-fetch in its declarations without depending on it.
// Nothing here calls the functions concerned.

declare module "node-fetch" {
  export type RequestInit = globalThis.RequestInit;
}
