// The sandbox is started by `main.ts`; no other package imports it.

export {};
