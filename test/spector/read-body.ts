import type { HttpOperation } from "@specwright/contract";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { findMediaType, type MediaDescriptor } from "@specwright/runtime/transport";
import type { JsonObject } from "@specwright/spec-loader";
import { typedSchema } from "./document-schemas.ts";
import { bytesOfBody, type MockForm, type MockRequest } from "./scenarios.ts";

/** The body of a call, and its type if the contract offers several. */
export interface CallBody {
  readonly contentType?: string;
  readonly body?: unknown;
}

/** An exchange whose body is XML. */
export interface XmlExchange {
  /** Returns the value of the body. */
  xml(): unknown;
}

/** Returns the body that a caller passes to the client, for the body that a scenario expects. */
export function readBody(
  document: JsonObject,
  operation: HttpOperation,
  descriptor: OperationDescriptor,
  { body, headers = {}, xml }: MockRequest & XmlExchange,
): CallBody {
  const { content = {}, required } = descriptor.body ?? {};
  if (body === undefined) {
    // Some operations require a body that the server does not check. GET cannot have one.
    const isSent = required === true && !["GET", "HEAD"].includes(descriptor.method);
    return isSent ? { body: {} } : {};
  }
  const isForm = "kind" in body;
  const stated = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type");
  const type = isForm ? "multipart/form-data" : `${stated?.[1] ?? body.contentType}`;
  // Some scenarios state a media type, and the server does not compare it with the document.
  const { documented, media } = findMediaType(content, type) ?? onlyType(content);
  const isChosen = Object.keys(content).length > 1 || documented.includes("*");
  const schema = operation.requestBody?.content.find(({ mediaType }) => mediaType === documented);
  const value = isForm
    ? readForm(document, schema?.schema?.source.pointer ?? "", body)
    : body.contentType === "application/xml"
      ? xml()
      : readValue(media, bytesOfBody(body, ""), body.contentType);
  return { ...(isChosen ? { contentType: type } : {}), body: value };
}

function onlyType(content: Readonly<Record<string, MediaDescriptor>>): {
  readonly documented: string;
  readonly media: MediaDescriptor;
} {
  const [entry, ...others] = Object.entries(content);
  if (entry === undefined || others.length > 0) throw new Error("the type of the body is open");
  return { documented: entry[0], media: entry[1] };
}

/** Reads a body as callers see it: JSON with a bigint for each int64, items one by one. */
function readValue(media: MediaDescriptor, bytes: Buffer, contentType: string): unknown {
  switch (media.kind) {
    case "json":
      return media.codec.unchecked?.read(bytes, {}) ?? media.codec.decode(bytes);
    case "text":
      return contentType === "application/json" ? JSON.parse(bytes.toString()) : bytes.toString();
    case "sequential":
      return bytes
        .toString()
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => media.codec.decode(line));
    case "bytes":
      return new Uint8Array(bytes);
    default:
      throw new Error(`no body of kind ${media.kind}`);
  }
}

/** Reads a form: parts as the document types them, and files. */
function readForm(document: JsonObject, pointer: string, form: MockForm): object {
  const { properties } = typedSchema(document, { $ref: `#${pointer}` });
  const fields = Object.entries(form.parts ?? {}).map(([name, value]) => {
    const { type } = typedSchema(document, Object(properties)[name]);
    return [name, type === "string" ? `${value}` : value] as const;
  });
  const files = new Map<string, File[]>();
  for (const { fieldname, originalname, buffer, mimetype } of form.files ?? []) {
    const file = new File([new Uint8Array(buffer)], originalname, { type: mimetype });
    files.set(fieldname, [...(files.get(fieldname) ?? []), file]);
  }
  const listed = [...files].map(([name, list]) => {
    const { type } = typedSchema(document, Object(properties)[name]);
    return [name, type === "array" ? list : list[0]] as const;
  });
  return Object.fromEntries([...fields, ...listed]);
}
