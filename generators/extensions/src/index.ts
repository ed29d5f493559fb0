import book from "./x-book.schema.json" with { type: "json" };
import credentials from "./x-credentials.schema.json" with { type: "json" };
import endings from "./x-endings.schema.json" with { type: "json" };
import envelope from "./x-envelope.schema.json" with { type: "json" };
import heartbeat from "./x-heartbeat.schema.json" with { type: "json" };
import sequence from "./x-sequence.schema.json" with { type: "json" };
import snapshot from "./x-snapshot.schema.json" with { type: "json" };
import subscription from "./x-subscription.schema.json" with { type: "json" };

/** The JSON Schemas of the extensions, by their names in documents. */
export const extensionSchemas: Readonly<Record<string, object>> = {
  "x-book": book,
  "x-credentials": credentials,
  "x-endings": endings,
  "x-envelope": envelope,
  "x-heartbeat": heartbeat,
  "x-sequence": sequence,
  "x-snapshot": snapshot,
  "x-subscription": subscription,
};
