import { type Codec, CodecError, type Issue } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { withPlainMessage } from "./hidden-text.ts";

/** Returns the issues of a body that its schema cannot express. */
export type BodyCheck = (body: unknown) => readonly Issue[];

/**
 * Adds checks of the JSON body to an operation. The issues that the schema finds are reported
 * first, together with the issues of the checks.
 */
export function extendBody(
  operation: OperationDescriptor,
  checks: readonly BodyCheck[],
): OperationDescriptor {
  const { body } = operation;
  if (body === undefined) return operation;
  const content = Object.entries(body.content).map(([type, media]) =>
    media.kind === "json"
      ? ([type, { ...media, codec: extendCodec(media.codec, checks) }] as const)
      : ([type, media] as const),
  );
  return { ...operation, body: { ...body, content: Object.fromEntries(content) } };
}

function extendCodec(codec: Codec<unknown>, checks: readonly BodyCheck[]): Codec<unknown> {
  return {
    ...codec,
    parse(value) {
      const read = readBySchema(codec, value);
      const issues = read.ok ? [] : read.issues;
      // The checks cannot read a body that is not an object or has too many members.
      if (issues.some(({ pointer }) => pointer === "")) throw new CodecError("decode", issues);
      const more = checks.flatMap((check) => check(value));
      if (read.ok && more.length === 0) return read.value;
      const known = new Set(issues.map((issue) => issue.pointer));
      const others = more.filter((issue) => !known.has(issue.pointer));
      throw new CodecError("decode", [...issues, ...others]);
    },
  };
}

function readBySchema(
  codec: Codec<unknown>,
  value: unknown,
):
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] } {
  try {
    return { ok: true, value: codec.parse(value) };
  } catch (error) {
    if (error instanceof CodecError)
      return { ok: false, issues: error.issues.map(withPlainMessage) };
    throw error;
  }
}
