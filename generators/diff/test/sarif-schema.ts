// The members of SARIF 2.1.0 that reports use, with the types and required members of sections 3.13 to 3.59
// of the standard. It refuses other members, so that a misspelt one is noticed.

type Schema = Readonly<Record<string, unknown>>;

function object(required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema {
  return { type: "object", required, properties, additionalProperties: false };
}

const string = { type: "string" };
const list = (items: Schema): Schema => ({ type: "array", items });
const properties = { type: "object" };
const text = object(["text"], { text: string, markdown: string });

const rule = object(["id"], {
  id: string,
  shortDescription: text,
  fullDescription: text,
  help: text,
  properties: { type: "object", properties: { tags: { ...list(string), uniqueItems: true } } },
});

const location = object([], {
  physicalLocation: object(["artifactLocation"], {
    artifactLocation: object(["uri"], { uri: { type: "string", pattern: "^[^ \\\\]*$" } }),
    region: object(["startLine"], {
      startLine: { type: "integer", minimum: 1 },
      startColumn: { type: "integer", minimum: 1 },
    }),
  }),
});

const result = object(["message"], {
  ruleId: string,
  ruleIndex: { type: "integer", minimum: 0 },
  level: { enum: ["none", "note", "warning", "error"] },
  kind: { enum: ["notApplicable", "pass", "fail", "review", "open", "informational"] },
  message: object(["text"], { text: string }),
  locations: list(location),
  partialFingerprints: { type: "object", additionalProperties: string },
  suppressions: list(
    object(["kind"], {
      kind: { enum: ["inSource", "external"] },
      status: { enum: ["accepted", "underReview", "rejected"] },
      justification: string,
    }),
  ),
  properties,
});

/** A JSON Schema of the SARIF logs in reports. */
export const sarifSchema: Schema = object(["version", "runs"], {
  $schema: string,
  version: { const: "2.1.0" },
  runs: list(
    object(["tool"], {
      tool: object(["driver"], { driver: object(["name"], { name: string, rules: list(rule) }) }),
      columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
      results: list(result),
    }),
  ),
});
