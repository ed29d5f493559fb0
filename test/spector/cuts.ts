/** A part of a spec that is left out: from one text to the end of another. */
export interface Cut {
  readonly from: string;
  readonly to: string;
}

/**
 * The parts of a spec that make @typespec/openapi3 fail. `unexpressed.ts` lists their scenarios as lost.
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
