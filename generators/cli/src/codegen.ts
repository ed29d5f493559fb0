// What generated modules import, bundled as a module of its own: `import-generated.ts` links them to it.

export * from "@specwright/runtime/codegen";
