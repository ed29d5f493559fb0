// What reads a contract without writing code, for makers of pages: this entry does not load what
// prints and edits TypeScript.

export { bodyKind } from "./body-kind.ts";
export { type ChannelRules, channelRules } from "./channel-rules.ts";
export { groupParameters } from "./group-parameters.ts";
export { markdown, markdownCode } from "./markdown.ts";
export { mediaKind } from "./media-kind.ts";
export { methodNamePlaceholders, unknownPlaceholders } from "./method-names.ts";
export { createNames, type DerivedNames, type Names } from "./names.ts";
export { type PaginationWord, paginationWords } from "./pagination-words.ts";
export { isFilePart, type PartPositions, partPositions } from "./part-positions.ts";
export { inlineProse, prose } from "./prose.ts";
export { responseContent } from "./response-content.ts";
export { foldConstants, listedValues, orderedProperties, possibleTypes } from "./schema-facts.ts";
export { schemaLimits } from "./schema-limits.ts";
export { integerKind, isFile } from "./schema-reading.ts";
export { serverPaths } from "./server-paths.ts";
export { streamChannels } from "./stream-channels.ts";
export { stringContent } from "./string-content.ts";
export { numberRange } from "./string-format.ts";
export { stringLiteral } from "./string-literal.ts";
export { type TypePart, type TypePartsOptions, typeParts } from "./type-parts.ts";
export { type UnionTag, unionTag } from "./union-tag.ts";
