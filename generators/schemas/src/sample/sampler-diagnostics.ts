import { type Diagnostic, type DiagnosticTable, defineDiagnostics } from "@specwright/spec-loader";
import type { Unsampled } from "./sample-answer.ts";

/** The codes of what has no sample. */
export type SamplerCode = "SAMPLE_IMPOSSIBLE" | "SAMPLE_UNKNOWN";

/** The diagnostics of what has no sample. */
export const samplerDiagnostics: DiagnosticTable<SamplerCode> = defineDiagnostics({
  SAMPLE_IMPOSSIBLE: {
    severity: "warning",
    fix: "Correct the schema: no server can send a value of it.",
    explanation: `# A schema that allows no value

The rules of the schema contradict each other, so that there is neither a sample nor any other value of it.
A mock answers with another response of the operation, or with 501.

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
    fix: "Add an `example` to the schema, or to the body.",
    explanation: `# A schema for which no sample was found

The schema may allow values, but none was found: it combines a \`pattern\` with a \`format\`, or has one that is
no regular language. A mock answers with another response of the
operation, or with 501.

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

/** Describes what has no sample, for an operation or a message with a name. */
export function unsampledProblem(
  { kind, what, source }: Unsampled,
  owner: string,
): Pick<Diagnostic, "severity" | "message" | "fix"> & {
  readonly code: SamplerCode;
  readonly source: Unsampled["source"];
} {
  const code = kind === "impossible" ? "SAMPLE_IMPOSSIBLE" : "SAMPLE_UNKNOWN";
  const { severity, fix } = samplerDiagnostics[code];
  const why = kind === "impossible" ? "its schema allows no value" : "no value was found for it";
  return { code, severity, fix, message: `${owner} has no sample of ${what}: ${why}`, source };
}
