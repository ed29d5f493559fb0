// The imports of generated modules, bundled as a module of their own: `import-generated.ts` links them to it.

export * from "@specwright/runtime/codegen";
