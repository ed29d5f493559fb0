import { CodecError, ParameterError } from "@specwright/runtime";
import type {
  BodyDescriptor,
  EncodedBody,
  MediaDescriptor,
  OperationDescriptor,
} from "@specwright/runtime/codegen";
import { callError } from "./call-error.ts";
import type { Checking } from "./checking.ts";

/**
 * Encodes the body of a request. A `content-type` header of the caller selects the media type.
 *
 * @throws RestError with `invalid_request`.
 */
export function encodeBody(
  operation: OperationDescriptor,
  value: unknown,
  chosenType: string | undefined,
  { mode, issues }: Checking,
): EncodedBody | undefined {
  const { body, encoders } = operation;
  if (value === undefined) {
    if (!body?.required || mode === "off") return undefined;
    const message = "the body is required";
    if (mode === "error") throw callError(operation, "invalid_request", message);
    issues.push({ of: "request", code: "required", pointer: "", message });
    return undefined;
  }
  if (body === undefined) {
    throw callError(operation, "invalid_request", "the operation takes no body");
  }
  const encoder = encoders?.body;
  if (encoder === undefined) {
    throw callError(operation, "invalid_request", "its descriptor has no body encoder");
  }
  const encode = (content: BodyDescriptor["content"]): EncodedBody | undefined =>
    encoder.encode(content, value, chosenType);

  function encodeReported({ content }: BodyDescriptor): EncodedBody | undefined {
    if (mode === "off") return encode(unchecked(content));
    try {
      return encode(content);
    } catch (cause) {
      if (mode === "error" || !(cause instanceof CodecError)) throw cause;
      for (const issue of cause.issues) issues.push({ of: "request", ...issue });
      return encode(unchecked(content));
    }
  }

  try {
    const encoded = encodeReported(body);
    if (encoded !== undefined) return encoded;
  } catch (cause) {
    if (!(cause instanceof CodecError || cause instanceof ParameterError)) throw cause;
    throw callError(operation, "invalid_request", cause.message, { cause });
  }
  throw callError(operation, "invalid_request", "the body fits none of the documented media types");
}

/** Returns the media types of a body so that their values are written without a check. */
function unchecked(content: BodyDescriptor["content"]): BodyDescriptor["content"] {
  return Object.fromEntries(
    Object.entries(content).map(([type, media]): [string, MediaDescriptor] => {
      if (media.kind === "parts") {
        const { codec: _, ...others } = media;
        return [type, others];
      }
      const hasCodec = media.kind === "json" || media.kind === "xml";
      if (!hasCodec || media.codec.unchecked === undefined) return [type, media];
      const { unchecked } = media.codec;
      return [
        type,
        { ...media, codec: { ...media.codec, encode: (value) => unchecked.write(value) } },
      ];
    }),
  );
}
