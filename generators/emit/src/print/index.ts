// The printing functions that the command, the site generator and authors of emitters use.

export { docComment, lineComment } from "./doc-comment.ts";
export {
  EmitError,
  type EmitErrorCode,
  type EmitOptions,
  type EmitResult,
  type EmittedFile,
  emit,
  emitPart,
} from "./emit.ts";
export { emitDiagnostics } from "./emit-diagnostics.ts";
export type { AnswerChecks, EmitContext, Emitter } from "./emitter.ts";
export { editHandlers } from "./handlers/edit-handlers.ts";
export type { HandlerOperation } from "./handlers/handler-operation.ts";
export type { WantedImport } from "./handlers/import-edits.ts";
export {
  literal,
  propertyAccess,
  propertyKey,
  regularExpression,
  stringLiteral,
} from "./literal.ts";
export {
  type ImportExtension,
  importedModule,
  modulePath,
  modules,
  runtimeModule,
} from "./modules.ts";
export type { Split } from "./parts.ts";
export {
  block,
  code,
  group,
  hardline,
  indent,
  join,
  line,
  list,
  type Printable,
  softline,
} from "./printable.ts";
export {
  messageForms,
  needsRequest,
  parameterForms,
  requestForms,
  requestType,
  responseForms,
} from "./type-forms.ts";
export type { TypeScriptFile } from "./typescript-file.ts";
