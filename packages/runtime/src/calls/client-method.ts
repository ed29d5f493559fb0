import type {
  CallOptions,
  OperationDescriptor,
  PageCallOptions,
  RequestParts,
  ResponseParts,
  RestTransport,
} from "../codegen/operation.ts";
import type { SuccessOf } from "../codegen/success-of.ts";
import { requireSuccess } from "./require-success.ts";

// The types are function types instead of interfaces with call signatures. With a function type, editors
// show the client's member at a call, including its description from the contract.

/**
 * A method of a client. A call resolves with any documented response; `orThrow` resolves only with a
 * response of a 2xx status.
 */
export type ClientMethod<
  Request extends RequestParts,
  Response extends ResponseParts,
  Options = CallOptions,
> = ((request: Request, options?: Options) => Promise<Response>) & {
  /** Resolves with a documented response of a 2xx status; throws `AnswerError` for others. */
  orThrow(request: Request, options?: CallOptions): Promise<SuccessOf<Response>>;
};

/** A method of a client whose request may be left out. */
export type OptionalClientMethod<
  Request extends RequestParts,
  Response extends ResponseParts,
  Options = CallOptions,
> = ((request?: Request, options?: Options) => Promise<Response>) & {
  /** Resolves with a documented response of a 2xx status; throws `AnswerError` for others. */
  orThrow(request?: Request, options?: CallOptions): Promise<SuccessOf<Response>>;
};

/**
 * A request whose idempotency key is optional even if the contract requires it, because the
 * transport creates one.
 */
export type KeyedRequest<
  Request extends { readonly headers: object },
  Key extends keyof Request["headers"],
> = Omit<Request, "headers"> &
  HeadersPart<Partial<Pick<Request["headers"], Key>> & Omit<Request["headers"], Key>>;

type HeadersPart<Headers> = object extends Headers ? { headers?: Headers } : { headers: Headers };

/** Creates the method of an operation. */
export function clientMethod<Request extends RequestParts, Response extends ResponseParts>(
  transport: RestTransport,
  // The type of the method determines which parts of the request are optional.
  operation: OperationDescriptor<NoInfer<Request>, Response>,
): OptionalClientMethod<Request, Response, PageCallOptions> {
  // The type of a client lets a request be left out only if none of its parts is required.
  const call = (request = {} as Request, options?: PageCallOptions): Promise<Response> =>
    transport.call(operation, request, options);
  return Object.assign(call, {
    async orThrow(request?: Request, options?: CallOptions) {
      const response = await call(request, options);
      requireSuccess(operation, response, call);
      return response as SuccessOf<Response>;
    },
  });
}
