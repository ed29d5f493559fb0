import type { CodeSample } from "../samples/code-sample.ts";
import type { ExchangePart } from "./exchange-part.ts";

/** What the page of an operation is written from. */
export interface OperationParts extends ExchangePart {
  readonly title: string;
  readonly isWebhook: boolean;
  readonly samples: readonly CodeSample[];
}
