// What the command, the pages of a site and authors of emitters print with.

export { comment, docComment } from "./doc-comment.ts";
export { editHandlers } from "./edit-handlers.ts";
export { type EmitOptions, type EmitResult, type EmittedFile, emit } from "./emit.ts";
export { emitDiagnostics } from "./emit-diagnostics.ts";
export { EmitError, type EmitErrorCode } from "./emit-error.ts";
export { emitPart } from "./emit-failure.ts";
export type { EmitContext, Emitter } from "./emitter.ts";
export type { HandlerOperation } from "./handler-operation.ts";
export type { WantedImport } from "./import-edits.ts";
export { type ImportExtension, importedModule, modulePath } from "./import-extension.ts";
export { literal, propertyAccess, propertyKey } from "./literal.ts";
export { modules, runtimeModule } from "./modules.ts";
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
export { regularExpression } from "./regular-expression.ts";
export { needsRequest, requestType } from "./request-type.ts";
export { stringLiteral } from "./string-literal.ts";
export { messageForms, parameterForms, requestForms, responseForms } from "./type-forms.ts";
export type { TypeScriptFile } from "./typescript-file.ts";
