import {
  type Example,
  isJsonMediaType,
  type MediaType,
  mediaTypeEssence,
  type Schema,
} from "@specwright/contract";
import type { Reader } from "@specwright/schemas";
import { readSchema } from "../fields/read-schema.ts";
import type { PageBudget } from "../fields/schema-draft.ts";
import type { SchemaNode } from "../fields/schema-node.ts";
import { anchorStep } from "../paths/anchors.ts";
import { exampleText } from "../reference/example-text.ts";
import type { Reference } from "../reference/reference.ts";
import type { CodeSample } from "../samples/code-sample.ts";
import { orderMembers } from "../samples/order-members.ts";
import { sampleOf } from "../samples/sample-of.ts";
import { plainText } from "../text/plain-text.ts";

/** A body in one media type. */
export interface BodyPart {
  readonly anchor: string;
  readonly mediaType: string;
  /** The fields of the schema; absent if the document declares no schema. */
  readonly node?: SchemaNode;
  /** Whether the schema has a separate page. */
  readonly isNamed: boolean;
  /** Whether the body is a stream and the schema describes its items. */
  readonly isStream: boolean;
  readonly examples: readonly CodeSample[];
}

/** The input of {@link readBody}. */
export interface BodyContext {
  readonly reference: Reference;
  readonly budget: PageBudget;
  readonly reader?: Reader;
}

const maxExamples = 4;
const maxTitleLength = 24;

/**
 * Reads a body in all its media types. For the first media type, the ids of elements begin with `anchor`.
 */
export function readBody(
  content: readonly MediaType[],
  anchor: string,
  context: BodyContext,
): readonly BodyPart[] {
  const { reference, budget, reader } = context;
  const parts: BodyPart[] = [];
  for (const [index, media] of content.entries()) {
    const own = index === 0 ? anchor : `${anchor}-${anchorStep(media.mediaType)}`;
    const isStream = media.schema === undefined && media.itemSchema !== undefined;
    const schema = media.schema ?? media.itemSchema;
    const declaration = media.declaration ?? media.itemDeclaration;
    const isNamed = declaration !== undefined && declaration.origin === "schema";
    const options = {
      anchor: own,
      levels: 2,
      budget,
      isRepeated: isNamed,
      ...(reader && { reader }),
    };
    parts.push({
      anchor: own,
      mediaType: plainText(media.mediaType) || "any type",
      isNamed,
      isStream,
      examples: bodyExamples(media, context),
      ...(schema !== undefined && { node: readSchema(schema, reference, options) }),
    });
  }
  return parts;
}

function bodyExamples(media: MediaType, { reference, reader }: BodyContext): readonly CodeSample[] {
  const language = isJsonMediaType(mediaTypeEssence(media.mediaType)) ? "json" : "bash";
  const schema = media.schema ?? media.itemSchema;
  if (media.examples.length > 0) {
    return media.examples
      .slice(0, maxExamples)
      .map((example, index) => exampleSample(example, index, { language, schema, reference }));
  }
  if (schema === undefined || language !== "json") return [];
  const value = sampleOf(schema, reference, { ...(reader !== undefined && { reader }) });
  return value === undefined
    ? []
    : [
        {
          id: "sample",
          title: "JSON",
          note: "Generated from the schema.",
          language,
          code: exampleText(value),
        },
      ];
}

/** The data that the text of an example depends on. */
interface ExampleContext {
  readonly language: CodeSample["language"];
  readonly schema: Schema | undefined;
  readonly reference: Reference;
}

/** Writes an example from the document. */
export function exampleSample(
  { name, summary, value }: Example,
  index: number,
  { language, schema, reference }: ExampleContext,
): CodeSample {
  const own = plainText(name);
  const note = plainText(summary ?? "");
  return {
    id: String(index),
    title: own !== "" && own.length <= maxTitleLength ? own : `Example ${index + 1}`,
    ...(note !== "" && { note }),
    language,
    code: exampleText(orderMembers(value, schema, reference)),
  };
}
