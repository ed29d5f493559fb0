import { type DiagnosticTable, defineDiagnostics, explanationPage } from "./diagnostic.ts";

/** The codes of problems with overlays. */
export type OverlayCode =
  | "OVERLAY_INVALID"
  | "OVERLAY_QUERY"
  | "OVERLAY_UNMATCHED"
  | "OVERLAY_MISMATCH";

/** Declares the diagnostics of overlays. */
export const overlayDiagnostics: DiagnosticTable<OverlayCode> = defineDiagnostics({
  OVERLAY_INVALID: {
    severity: "error",
    fix: "Fix the overlay to match OpenAPI Overlay 1.1.",
    explanation: explanationPage({
      problem:
        "The file is not a valid overlay (OpenAPI Overlay 1.0 or 1.1): a field is missing, unknown or of the wrong type.",
      wrong: "overlay: 1.1.0\nactions:\n  - target: $.info\n    updates: { title: Pets }",
      fixed:
        "overlay: 1.1.0\ninfo: { title: Our changes, version: 1.0.0 }\nactions:\n  - target: $.info\n    update: { title: Pets }",
    }),
  },
  OVERLAY_QUERY: {
    severity: "error",
    fix: "Write a JSONPath query (RFC 9535), such as $.paths['/pets'].get.",
    explanation: explanationPage({
      problem:
        "`target` and `copy` are JSONPath queries (RFC 9535). This one is not valid, or `copy` does not select exactly one value.",
      wrong: "- target: $.paths./pets.get\n  remove: true",
      fixed: "- target: $.paths['/pets'].get\n  remove: true",
    }),
  },
  OVERLAY_UNMATCHED: {
    severity: "warning",
    fix: "Correct the target, or remove the action.",
    explanation: explanationPage({
      problem:
        "The target of the action selects nothing, so the action changes nothing. The document may have changed since the overlay was written.",
      wrong: "- target: $.paths['/pet'].get   # the path is /pets\n  update: { deprecated: true }",
      fixed: "- target: $.paths['/pets'].get\n  update: { deprecated: true }",
    }),
  },
  OVERLAY_MISMATCH: {
    severity: "error",
    fix: "Remove the value with an earlier action, and add the new one to its parent.",
    explanation: explanationPage({
      problem:
        "Objects merge with objects, and arrays with arrays. A string, number, boolean or null replaces another. Other combinations are errors (Overlay 1.1, Action Object). Removing the whole document is an error too.",
      wrong: "- target: $.info.contact\n  update: support@example.com",
      fixed:
        "- target: $.info.contact\n  remove: true\n- target: $.info\n  update: { contact: { email: support@example.com } }",
    }),
  },
});
