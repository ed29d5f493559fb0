import type { HttpOperation } from "@specwright/contract";
import type { curlSample } from "../samples/curl.ts";
import type { BodyPart } from "./body-part.ts";
import type { FieldGroup } from "./parameters-section.ts";
import type { ResponsePart } from "./responses-section.ts";

/** What the page of an operation is written from. */
export interface OperationParts {
  readonly operation: HttpOperation;
  readonly title: string;
  readonly isWebhook: boolean;
  readonly parameters: readonly FieldGroup[];
  readonly body: readonly BodyPart[];
  readonly responses: readonly ResponsePart[];
  readonly samples: readonly ReturnType<typeof curlSample>[];
}
