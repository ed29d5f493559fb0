import book from "./x-book.schema.json" with { type: "json" };
import columns from "./x-columns.schema.json" with { type: "json" };
import credentials from "./x-credentials.schema.json" with { type: "json" };
import deprecated from "./x-deprecated.schema.json" with { type: "json" };
import endings from "./x-endings.schema.json" with { type: "json" };
import envelope from "./x-envelope.schema.json" with { type: "json" };
import flowControl from "./x-flow-control.schema.json" with { type: "json" };
import heartbeat from "./x-heartbeat.schema.json" with { type: "json" };
import limits from "./x-limits.schema.json" with { type: "json" };
import maxBytes from "./x-max-bytes.schema.json" with { type: "json" };
import openUnion from "./x-open-union.schema.json" with { type: "json" };
import origin from "./x-origin.schema.json" with { type: "json" };
import pagination from "./x-pagination.schema.json" with { type: "json" };
import sequence from "./x-sequence.schema.json" with { type: "json" };
import snapshot from "./x-snapshot.schema.json" with { type: "json" };
import subscription from "./x-subscription.schema.json" with { type: "json" };
import transitions from "./x-transitions.schema.json" with { type: "json" };
import upgradeErrors from "./x-upgrade-errors.schema.json" with { type: "json" };

/** The JSON Schemas of the extensions, by their names in documents. */
export const extensionSchemas: Readonly<Record<string, object>> = {
  "x-book": book,
  "x-columns": columns,
  "x-credentials": credentials,
  "x-deprecated": deprecated,
  "x-endings": endings,
  "x-envelope": envelope,
  "x-flow-control": flowControl,
  "x-heartbeat": heartbeat,
  "x-limits": limits,
  "x-max-bytes": maxBytes,
  "x-open-union": openUnion,
  "x-origin": origin,
  "x-pagination": pagination,
  "x-sequence": sequence,
  "x-snapshot": snapshot,
  "x-subscription": subscription,
  "x-transitions": transitions,
  "x-upgrade-errors": upgradeErrors,
};
