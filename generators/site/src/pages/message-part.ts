import type { Message } from "@specwright/contract";
import { jsonText } from "@specwright/diff";
import { readSchema } from "../fields/read-schema.ts";
import type { PageBudget } from "../fields/schema-draft.ts";
import type { SchemaNode } from "../fields/schema-node.ts";
import { nestedAnchor } from "../paths/anchors.ts";
import { exampleText } from "../reference/example-text.ts";
import type { Reference } from "../reference/reference.ts";
import type { CodeSample } from "../samples/code-sample.ts";
import { sampleOf } from "../samples/sample-of.ts";
import { plainText } from "../text/plain-text.ts";
import { exampleSample } from "./body-part.ts";

export interface MessagePart {
  readonly message: Message;
  readonly anchor: string;
  readonly title: string;
  /** The property that distinguishes the message from others, and the constant value of the property. */
  readonly tag?: { readonly field: string; readonly value: string };
  readonly payload?: SchemaNode;
  /** Whether the payload schema has a separate page. */
  readonly isNamed: boolean;
  /** The text of a payload schema in a language other than JSON Schema. */
  readonly rawPayload?: string;
  readonly headers?: SchemaNode;
  readonly bindings?: string;
  readonly examples: readonly CodeSample[];
}

const maxExamples = 4;

/** Returns the id of a message. `index` is the position in the list of sent or received messages. */
export function messageAnchor(action: "send" | "receive", index: number): string {
  return `${action === "send" ? "sent" : "received"}-${index + 1}`;
}

/** Returns the heading of a message. */
export function messageTitle({ title, name, id }: Message): string {
  return plainText(title ?? name ?? "") || plainText(id) || "Unnamed";
}

/** Reads a message. The ids of elements begin with `anchor`. */
export function readMessage(
  message: Message,
  anchor: string,
  reference: Reference,
  budget: PageBudget,
): MessagePart {
  const { payload, rawPayload, headers, discriminator, bindings } = message;
  const isNamed = payload?.origin === "schema";
  const options = { levels: 2, budget };
  return {
    message,
    anchor,
    title: messageTitle(message),
    ...(discriminator && {
      tag: { field: discriminator.property, value: discriminator.value },
    }),
    isNamed,
    ...(payload && {
      payload: readSchema(payload.schema, reference, {
        ...options,
        anchor: nestedAnchor(anchor, "payload"),
        isRepeated: isNamed,
      }),
    }),
    ...(rawPayload !== undefined && { rawPayload: jsonText(rawPayload, "  ") }),
    ...(headers && {
      headers: readSchema(headers.schema, reference, {
        ...options,
        anchor: nestedAnchor(anchor, "headers"),
      }),
    }),
    ...(Object.keys(bindings).length > 0 && { bindings: jsonText(bindings, "  ") }),
    examples: messageExamples(message, reference),
  };
}

function messageExamples(
  { examples, payload }: Message,
  reference: Reference,
): readonly CodeSample[] {
  if (examples.length > 0) {
    const context = { language: "json", schema: payload?.schema, reference } as const;
    return examples.slice(0, maxExamples).map((each, index) => exampleSample(each, index, context));
  }
  const value = payload === undefined ? undefined : sampleOf(payload.schema, reference);
  if (value === undefined) return [];
  return [
    {
      id: "sample",
      title: "JSON",
      note: "Generated from the schema.",
      language: "json",
      code: exampleText(value),
    },
  ];
}
