// The bundled command imports this module instead of `ref-utils.js` of @redocly/openapi-core. That module
// would also load the file system, a proxy and a second YAML parser.

/** The parts of a reference: the file (`null` for the same file), and the steps of the pointer. */
export interface ParsedRef {
  readonly uri: string | null;
  readonly pointer: readonly string[];
}

/** Splits a reference such as `#/components/schemas/Order`. */
export function parseRef(ref: string): ParsedRef {
  const [uri = "", pointer = ""] = ref.split("#/");
  const steps = pointer.split("/").filter((step) => step !== "");
  return {
    uri: (uri.endsWith("#") ? uri.slice(0, -1) : uri) || null,
    pointer: steps.map((step) =>
      decodeURIComponent(step.replaceAll("~1", "/").replaceAll("~0", "~")),
    ),
  };
}

/** Escapes a step of a pointer. */
export function escapePointer<Step extends string | number>(step: Step): string | Step {
  return typeof step === "number" ? step : step.replaceAll("~", "~0").replaceAll("/", "~1");
}
