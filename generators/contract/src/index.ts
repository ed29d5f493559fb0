export { type BuildOptions, buildContract } from "./build-contract.ts";
export { stronglyConnected } from "./declarations/order-declarations.ts";
export { contractDiagnostics } from "./diagnostics/contract-diagnostics.ts";
export { type Defaults, noDefaults, type PropertyDefault } from "./directions/find-defaults.ts";
export { schemasOf, schemasSent } from "./directions/operation-schemas.ts";
export { splitDirections } from "./directions/split-directions.ts";
export { filterOperations } from "./filter/filter-operations.ts";
export { globMatcher, type OperationFilters, operationTest } from "./filter/operation-filters.ts";
export {
  allowedResponses,
  isJsonMediaType,
  isXmlMediaType,
  mediaKind,
  mediaTypeEssence,
  responseContent,
} from "./from-openapi/media-type.ts";
export { queryStringKind } from "./from-openapi/query-string.ts";
export { type MessageMark, markMessages } from "./messages/mark-messages.ts";
export { annotationFields } from "./model/annotations.ts";
export type { Channel, ChannelOperation, ChannelParameter, Message } from "./model/channel.ts";
export type { Contract, Info, SecurityScheme } from "./model/contract.ts";
export type {
  Encoding,
  Example,
  HttpOperation,
  MediaType,
  Parameter,
  ParameterGroup,
  ParameterLocation,
  RequestBody,
  Response,
} from "./model/operation.ts";
export type { Pagination } from "./model/pagination.ts";
export type {
  Declaration,
  Discriminator,
  FormatForm,
  ObjectSchema,
  Schema,
  SchemaInstance,
  SchemaReference,
  TypeName,
} from "./model/schema.ts";
export type { SecurityRequirement, Server } from "./model/server.ts";
export type {
  CloseRule,
  Counter,
  EndingReaction,
  FilterSource,
  Heartbeat,
  SignatureRule,
  Topic,
  TopicParameter,
} from "./model/stream-rules.ts";
export {
  dereference,
  isPureReference,
  schemaChildren,
  schemaReferences,
  walkSchemas,
} from "./model/walk-schemas.ts";
export {
  additionalProperties,
  bodyKind,
  isFilePart,
  objectProperties,
  type PartPosition,
  type PartPositions,
  partPositions,
  textDeclaration,
} from "./questions/body-kind.ts";
export { brokerFacts } from "./questions/broker-facts.ts";
export { type ChannelRules, channelRules } from "./questions/channel-rules.ts";
export {
  type CheckValue,
  choiceDiagnostics,
  chooseDefaults,
  type Problem,
} from "./questions/choose-defaults.ts";
export { formFields } from "./questions/form-fields.ts";
export { camelCase, pascalCase, reservedNames } from "./questions/identifier.ts";
export { isBinaryMessage } from "./questions/is-binary-message.ts";
export {
  formatProse,
  inlineProse,
  markdown,
  markdownCode,
  visibleText,
} from "./questions/markdown.ts";
export {
  type MethodNames,
  methodNamePlaceholders,
  methodNameProblems,
  methodNaming,
  type NamedOperation,
  unknownPlaceholders,
} from "./questions/method-names.ts";
export { createNames, type Names, writtenSuffix } from "./questions/names.ts";
export { paginationWords } from "./questions/pagination-words.ts";
export {
  assertions,
  foldConstants,
  hasType,
  isAnything,
  isInherited,
  isNothing,
  listedValues,
  orderedProperties,
  possibleTypes,
  schemaLimits,
  stringContent,
  typeOf,
} from "./questions/schema-facts.ts";
export {
  constantValue,
  emptyText,
  fileKind,
  type Int64Type,
  integerKind,
  isFile,
  type ParameterType,
  parameterType,
  type ScalarTypes,
  textType,
  withoutNull,
} from "./questions/schema-reading.ts";
export { serverPaths } from "./questions/server-paths.ts";
export {
  addedParameters,
  addressDefault,
  addressDefaults,
  credentialOf,
  groupParameters,
  handledChannels,
  needsParameters,
  requiredParameters,
  schemesOf,
  securityLists,
  streamChannels,
  streamServers,
} from "./questions/stream-channels.ts";
export {
  isOnSameConnection,
  type StreamRequest,
  streamRequests,
  undeclaredCorrelation,
} from "./questions/stream-requests.ts";
export { type TypePart, typeParts } from "./questions/type-parts.ts";
export { hasLiteralTag, type Tag, type UnionTag, unionTag } from "./questions/union-tag.ts";
export {
  type FormedType,
  formWords,
  isFormWord,
  isNumberFormat,
  numberRange,
  schemaFormat,
  stringFormat,
  type ValueForm,
  type ValueTypes,
  valueForm,
  valueForms,
} from "./questions/value-form.ts";
export { type Webhook, webhooksOf } from "./questions/webhooks-of.ts";
export { type XmlShape, xmlShape } from "./questions/xml-shape.ts";
export type { Perspective } from "./reading/build.ts";
export {
  type FormatUse,
  type FormatUses,
  isRelaxableFormat,
  namedSchemas,
  type Relaxation,
  relaxableFormats,
} from "./relax/relaxation.ts";
export { constantProperties } from "./schema/constant-properties.ts";
export { formatForm, ownFormatForm } from "./schema/link-forms.ts";
export { matchesPattern } from "./schema/matches-pattern.ts";
export { mayMatchBoth } from "./schema/may-match-both.ts";
export { viewObject, viewValues } from "./schema/object-view.ts";
export { conjuncts, leadingTo } from "./schema/schema-sets.ts";
export { completeBooks } from "./streams/complete-books.ts";
export { completeTopics } from "./streams/complete-topics.ts";
export {
  keyedTopic,
  type StreamKind,
  servesTopics,
  streamKind,
} from "./streams/stream-kind.ts";
export { copySchemas, type SchemaEdit } from "./tags/copy-schemas.ts";
export {
  narrowTags,
  type SelectedTags,
  selectedTags,
  withDefaultTags,
} from "./tags/narrow-tags.ts";
export { separateParents } from "./tags/separate-parents.ts";
export type { TagValue } from "./tags/tag-value.ts";
