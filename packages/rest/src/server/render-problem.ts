import type { Problem } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";

/** An error in the shape that a contract documents. */
export interface RenderedProblem<Body = unknown> {
  readonly status: number;
  /** The documented headers, except the headers that the server adds itself. */
  readonly headers?: object;
  /** The media type, if several are documented. */
  readonly contentType?: string;
  readonly body?: Body;
}

/** The origin of an error. */
export interface ProblemSource {
  /** The operation; undefined if none was found, for example for an unknown path. */
  readonly operation: OperationDescriptor | undefined;
  readonly requestId: string;
}

/**
 * Renders an error of the server in a shape that the contract documents. If it returns undefined, the error
 * is sent as a problem (RFC 9457).
 */
export type RenderProblem<Body = unknown> = (
  problem: Problem,
  source: ProblemSource,
) => RenderedProblem<Body> | undefined;

/**
 * The bodies of the errors that the operations document, derived from the result types of their handlers.
 * `unknown` if no operation documents an error.
 */
export type ErrorBody<Table> = [ErrorBodyOf<ResultOf<Table[keyof Table]>>] extends [never]
  ? unknown
  : ErrorBodyOf<ResultOf<Table[keyof Table]>>;

type ResultOf<Handler> = Handler extends (...all: never) => infer Result ? Awaited<Result> : never;

type ErrorBodyOf<Response> = Response extends {
  readonly status: infer Status extends number | string;
  readonly body: infer Body;
}
  ? `${Status}` extends `${"4" | "5"}${string}` | "default"
    ? Body
    : never
  : never;
