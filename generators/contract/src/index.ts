export {
  canonicalJson,
  compareCodePoints,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  sortedKeys,
} from "@specwright/spec-loader";
export { type BuildOptions, type BuildResult, buildContract } from "./build-contract.ts";
export { type ContractCode, contractDiagnostics } from "./diagnostics/contract-diagnostics.ts";
export {
  type Defaults,
  findDefaults,
  noDefaults,
  type PropertyDefault,
} from "./directions/find-defaults.ts";
export { schemasOf, schemasSent } from "./directions/operation-schemas.ts";
export { splitDirections } from "./directions/split-directions.ts";
export { completeBooks } from "./feed/complete-books.ts";
export { type FilterResult, filterOperations } from "./filter/filter-operations.ts";
export type {
  OperationFilters,
  OperationSelector,
  UnmatchedValue,
} from "./filter/operation-filters.ts";
export {
  isJsonMediaType,
  isXmlMediaType,
  mediaTypeEssence,
} from "./from-openapi/media-type-name.ts";
export { sequentialFormat } from "./from-openapi/sequential-items.ts";
export { type MessageMark, markMessages } from "./messages/mark-messages.ts";
export { annotationFields } from "./model/annotations.ts";
export type {
  Channel,
  ChannelOperation,
  ChannelParameter,
  Message,
  MessageExample,
} from "./model/channel.ts";
export type { Contract, Info, SecurityScheme, Tag } from "./model/contract.ts";
export type {
  CloseCode,
  EnvelopeRule,
  FilterSource,
  FlowControl,
  SequenceIdentity,
  SequenceRule,
  SignatureRule,
  SubscriptionRule,
} from "./model/extensions.ts";
export type { FeedRule, FeedTopicRule, TopicParameter } from "./model/feed.ts";
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
  SequentialItems,
} from "./model/operation.ts";
export type { Pagination } from "./model/pagination.ts";
export type {
  BooleanSchema,
  Declaration,
  DeclarationOrigin,
  Dialect,
  Discriminator,
  FormatForm,
  FormFormat,
  IntegerForm,
  ObjectSchema,
  Schema,
  SchemaReference,
  SchemaResource,
  TypeName,
} from "./model/schema.ts";
export type { SecurityRequirement } from "./model/security-requirement.ts";
export type { Server } from "./model/server.ts";
export type { Perspective } from "./reading/build.ts";
export { constantOf, constantProperties } from "./schema/constant-properties.ts";
export type { FixedValue } from "./schema/fixed-values.ts";
export { formatForm, ownFormatForm } from "./schema/format-form.ts";
export { integerForm } from "./schema/integer-form.ts";
export { mayMatchBoth } from "./schema/may-match-both.ts";
export { type ObjectView, viewObject } from "./schema/object-view.ts";
export { isRestrictedText } from "./schema/restricted-text.ts";
export type { SchemaDraft } from "./schema/schema-graph.ts";
export type { SchemaParts } from "./schema/schema-sets.ts";
export { stronglyConnected } from "./schema/strongly-connected.ts";
export {
  dereference,
  isPureReference,
  type SchemaChild,
  schemaChildren,
  schemaReferences,
  walkSchemas,
} from "./schema/walk-schemas.ts";
export { copySchemas, type SchemaCopies, type SchemaEdit } from "./tags/copy-schemas.ts";
export { narrowTags } from "./tags/narrow-tags.ts";
export { separateParents } from "./tags/separate-parents.ts";
export { type TagValue, tagValue } from "./tags/tag-value.ts";
