// Exports the runtime functions that generated modules import. This is a separate module of the bundle,
// because `import-generated.ts` makes generated modules import it.

export * from "@specwright/runtime/codegen";
