import {
  type ChannelParameters,
  memberOf,
  type RequestParts,
  type ResponseParts,
  type StreamListener,
} from "@specwright/runtime";
import type {
  CallOptions,
  ChannelDescriptor,
  ChannelStream,
  OperationDescriptor,
} from "@specwright/runtime/codegen";

/** A credential for the REST transport. */
export interface SdkCredential {
  apply(): Promise<{
    readonly headers?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
  }>;
}

/** The options that the console passes to `restTransport` of `@specwright/rest/client`. */
export interface SdkRestOptions {
  readonly baseUrl: string;
  readonly credentials: Readonly<Record<string, SdkCredential>>;
  readonly fetch: typeof globalThis.fetch;
  readonly retry: { readonly retries: number };
  readonly idempotencyKeys: false;
  readonly timeoutMs: number;
}

/** The options that the console passes to `streamTransport` of `@specwright/streams/client`. */
export interface SdkStreamOptions {
  readonly url: string;
  readonly ticket?: () => Promise<string | undefined>;
  readonly onEvent: StreamListener;
  readonly maxAttempts: number;
}

/** An open channel. */
export type SdkStream = ChannelStream<unknown, unknown>;

/** The part of a transport that generated clients use. */
export interface SdkTransport {
  call?(
    operation: OperationDescriptor,
    request: RequestParts,
    options?: CallOptions,
  ): Promise<ResponseParts>;
  open?(channel: ChannelDescriptor, parameters: ChannelParameters): SdkStream;
}

/** A generated client. It has a method for each operation and each channel. */
export type SdkClient = Readonly<Record<string, (parts: object, options?: CallOptions) => unknown>>;

/** The exports of a bundle with a generated client that the console uses. */
export interface ConsoleSdk {
  readonly createClient: (transport: SdkTransport) => SdkClient;
  readonly restTransport?: (options: SdkRestOptions) => SdkTransport;
  readonly streamTransport?: (options: SdkStreamOptions) => SdkTransport;
}

/** Loads a bundle with a generated client, and checks the exports of the bundle. */
export async function loadSdk(address: string): Promise<ConsoleSdk> {
  const module: unknown = await import(address);
  if (typeof memberOf(module, "createClient") !== "function") {
    throw new Error(`${address} does not export createClient`);
  }
  return module as ConsoleSdk;
}

/** A method of a client, and the operation or channel that the method calls. */
export type SdkMethod =
  | { readonly name: string; readonly operation: OperationDescriptor }
  | { readonly name: string; readonly channel: ChannelDescriptor };

/**
 * Lists the methods of the client. To find the descriptors, calls each method once with a transport that
 * only records the descriptor and sends nothing.
 */
export function sdkMethods({ createClient }: ConsoleSdk): readonly SdkMethod[] {
  const found: SdkMethod[] = [];
  let name = "";
  const client = createClient({
    call(operation) {
      found.push({ name, operation });
      return new Promise(() => {});
    },
    open(channel) {
      found.push({ name, channel });
      throw new Error("nothing is opened");
    },
  });
  for (const [each, method] of Object.entries(client)) {
    name = each;
    try {
      method({});
    } catch {
      // The recording transport throws after it has recorded the descriptor.
    }
  }
  return found;
}
