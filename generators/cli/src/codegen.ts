// The imports of generated modules, bundled as a separate module: `import-generated.ts` links to
// it.

export * from "@specwright/runtime/codegen";
