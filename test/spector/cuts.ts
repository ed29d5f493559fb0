/** A piece of a spec that is not compiled: everything from one text to the end of another. */
export interface Cut {
  readonly from: string;
  readonly to: string;
}

/**
 * What stops @typespec/openapi3 from writing the document of a whole spec, by spec. The scenarios of
 * these pieces are listed as lost in `unexpressed.ts`.
 */
export const cuts: Readonly<Record<string, readonly Cut[]>> = {
  routes: [
    {
      from: '  @route("query-continuation")',
      to: "op `record`(param: Record<int32>): void;\n    }\n  }\n",
    },
  ],
  "response/status-code-range": [
    {
      from: "@scenario\n",
      to: "op errorResponseStatusCodeInRange(): NoContentResponse | ErrorInRange | DefaultError;",
    },
  ],
  "special-words": [
    {
      from: '@paramNameScenario("constructor")',
      to: "withConstructor(@query constructor: string): void;",
    },
  ],
};
