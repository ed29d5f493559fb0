import { type Diagnostic, type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";
import type { Unsampled } from "./sample-answer.ts";

/** The codes for schemas without a sample. */
export type SamplerCode = "SAMPLE_IMPOSSIBLE" | "SAMPLE_UNKNOWN";

/** The diagnostics for schemas without a sample. */
export const samplerDiagnostics: DiagnosticTable<SamplerCode> = defineDiagnostics({
  SAMPLE_IMPOSSIBLE: {
    severity: "warning",
    fix: "Correct the schema so that it allows a value.",
    explanation: `# A schema that allows no value

The rules of the schema contradict each other, so no value is valid and there is no sample.
A mock replies with another successful response of the operation, or with 501.

\`\`\`yaml
count:
  type: integer
  minimum: 10
  maximum: 5
\`\`\`

\`\`\`yaml
count:
  type: integer
  minimum: 5
  maximum: 10
\`\`\`
`,
  },
  SAMPLE_UNKNOWN: {
    severity: "warning",
    fix: "Add an `example` to the schema or to the media type.",
    explanation: `# A schema for which no sample was found

The schema may allow values, but no valid value was found. Possible causes are a \`pattern\` next to a
\`format\`, and a \`pattern\` with lookaround or back references. A mock replies with another
successful response of the operation, or with 501.

\`\`\`yaml
code:
  type: string
  pattern: ^(?<half>[a-z]+)-\\k<half>$
\`\`\`

\`\`\`yaml
code:
  type: string
  pattern: ^(?<half>[a-z]+)-\\k<half>$
  example: tom-tom
\`\`\`
`,
  },
});

/** Returns the diagnostic for a sample that is missing; `owner` is the operation or the message. */
export function unsampledProblem(
  { kind, what, source }: Unsampled,
  owner: string,
): Pick<Diagnostic, "severity" | "message" | "fix"> & {
  readonly code: SamplerCode;
  readonly source: Unsampled["source"];
} {
  const code = kind === "impossible" ? "SAMPLE_IMPOSSIBLE" : "SAMPLE_UNKNOWN";
  const { severity, fix } = samplerDiagnostics[code];
  const why = kind === "impossible" ? "its schema allows no value" : "no valid value was found";
  return { code, severity, fix, message: `${owner} has no sample of ${what}: ${why}`, source };
}
