// The tools for writing emitters.

export {
  compareCodePoints as compareText,
  dereference,
  isPureReference,
} from "@specwright/contract";
// So that emitters need no separate dependency on the loader.
export type {
  Diagnostic,
  DiagnosticTable,
  JsonObject,
  JsonValue,
  Position,
  Severity,
  Source,
  Specification,
} from "@specwright/spec-loader";
export {
  bundleSpecification,
  defineDiagnostics,
  loadOptionalPackage,
  pathItemMethods,
} from "@specwright/spec-loader";
export { type BodyKind, bodyKind } from "./body-kind.ts";
export { type BrokerFact, brokerFacts } from "./broker-facts.ts";
export { type ChannelRules, channelRules } from "./channel-rules.ts";
export type { DocComment } from "./doc-comment.ts";
export { codeSpan, comment, docComment } from "./doc-comment.ts";
export type { HandlerEdit, HandlerEditResult } from "./edit-handlers.ts";
export { editHandlers } from "./edit-handlers.ts";
export type { EmitOptions, EmitResult, EmittedFile } from "./emit.ts";
export { emit, fileHeader } from "./emit.ts";
export { type EmitCode, emitDiagnostics } from "./emit-diagnostics.ts";
export type { EmitErrorCode } from "./emit-error.ts";
export { EmitError } from "./emit-error.ts";
export { emitPart } from "./emit-failure.ts";
export type { EmitContext, Emitter, Problem } from "./emitter.ts";
export { groupParameters } from "./group-parameters.ts";
export type { HandlerOperation } from "./handler-operation.ts";
export { camelCase, pascalCase } from "./identifier.ts";
export type { WantedImport } from "./import-edits.ts";
export type { ImportExtension } from "./import-extension.ts";
export { importExtensions, importedModule, modulePath } from "./import-extension.ts";
export { literal, propertyAccess, propertyKey } from "./literal.ts";
export { markdown, markdownCode } from "./markdown.ts";
export { matchesPattern } from "./matches-pattern.ts";
export type { MediaKind } from "./media-kind.ts";
export { mediaKind } from "./media-kind.ts";
export { messageUnion } from "./message-union.ts";
export {
  type MethodNames,
  type MethodNaming,
  methodNamePlaceholders,
  type NamedOperation,
  type Placeholder,
  unknownPlaceholders,
} from "./method-names.ts";
export { modules, runtimeModule } from "./modules.ts";
export type { DerivedNames, Names } from "./names.ts";
export { createNames } from "./names.ts";
export type { NotEnforced, NotEnforcedOptions, NotEnforcedReport } from "./not-enforced.ts";
export { createNotEnforcedReport } from "./not-enforced.ts";
export { additionalProperties, objectProperties } from "./object-properties.ts";
export { type PaginationWord, paginationWords } from "./pagination-words.ts";
export {
  isFilePart,
  type PartPosition,
  type PartPositions,
  partPositions,
} from "./part-positions.ts";
export type { PrintOptions } from "./print-layout.ts";
export { printLayout } from "./print-layout.ts";
export type { ImportSymbol, Layout, ListOptions, Printable } from "./printable.ts";
export {
  block,
  code,
  concat,
  fill,
  group,
  hardline,
  ifBroken,
  indent,
  indentBy,
  join,
  line,
  list,
  softline,
} from "./printable.ts";
export { inlineProse, prose } from "./prose.ts";
export { regularExpression } from "./regular-expression.ts";
export { needsRequest, requestType } from "./request-type.ts";
export { reservedNames } from "./reserved-names.ts";
export { responseContent } from "./response-content.ts";
export {
  assertions,
  foldConstants,
  hasType,
  isAnnotation,
  isAnything,
  isInherited,
  isNothing,
  listedValues,
  orderedProperties,
  possibleTypes,
  typeOf,
} from "./schema-facts.ts";
export { schemaLimits } from "./schema-limits.ts";
export type { Int64Type, ParameterType, ScalarTypes } from "./schema-reading.ts";
export {
  constantValue,
  fileKind,
  integerKind,
  isFile,
  parameterType,
  textType,
} from "./schema-reading.ts";
export { serverPaths } from "./server-paths.ts";
export { handledChannels, streamChannels } from "./stream-channels.ts";
export {
  addressDefault,
  addressDefaults,
  needsParameters,
  requiredParameters,
} from "./stream-parameters.ts";
export { isOnSameConnection, type StreamRequest, streamRequests } from "./stream-requests.ts";
export {
  addedParameters,
  type Credential,
  credentialOf,
  type SecurityLists,
  schemesOf,
  securityLists,
  streamServers,
} from "./stream-security.ts";
export { stringContent } from "./string-content.ts";
export type { StringFormat } from "./string-format.ts";
export { numberFormats, numberRange, stringFormat } from "./string-format.ts";
export { stringLiteral } from "./string-literal.ts";
export { textDeclaration } from "./text-declaration.ts";
export {
  messageForms,
  parameterForms,
  requestForms,
  responseForms,
  type TypeForms,
} from "./type-forms.ts";
export { type TypePart, type TypePartsOptions, typeParts } from "./type-parts.ts";
export type { TypeScriptFile } from "./typescript-file.ts";
export { createTypeScriptFile } from "./typescript-file.ts";
export type { Tag, UnionTag } from "./union-tag.ts";
export { hasLiteralTag, unionTag } from "./union-tag.ts";
export type {
  DateType,
  DecimalType,
  FormedType,
  ValueForm,
  ValueTypes,
} from "./value-form.ts";
export { schemaFormat, valueForm, valueForms } from "./value-form.ts";
export { valueFunction } from "./value-function.ts";
export { type Webhook, webhooksOf } from "./webhooks-of.ts";
export { type XmlShape, xmlShape } from "./xml-shape.ts";
