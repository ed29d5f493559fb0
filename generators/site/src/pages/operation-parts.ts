import type { CodeSample } from "../samples/code-sample.ts";
import type { ExchangePart } from "./exchange-part.ts";

/** The data of an operation page. */
export interface OperationParts extends ExchangePart {
  readonly title: string;
  readonly isWebhook: boolean;
  readonly samples: readonly CodeSample[];
}
