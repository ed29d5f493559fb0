// Reports the progress of an upload, because fetch has no upload events. Outside of browsers, the body is
// sent as a stream that counts the bytes that fetch reads. In browsers, XMLHttpRequest sends the body,
// because some browsers send streams only over HTTP/2 and others cannot send streams.

import type { MeasuredRequest, UploadProgress } from "../codegen/body.ts";

/** Sends a request and reports the progress of its body. Rejects as fetch does. */
export async function sendMeasured(
  url: string,
  request: MeasuredRequest,
  send: typeof globalThis.fetch,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> {
  if (typeof XMLHttpRequest === "function") return await sendByXhr(url, request, onProgress);
  const { body, ...init } = request;
  // A file is read in pieces, because it may not fit into memory.
  const blob = body instanceof Blob ? body : await new Response(body).blob();
  const stream = measuredStream(blob, onProgress);
  const streamed: RequestInit & { readonly duplex: "half" } = {
    ...init,
    body: stream,
    duplex: "half",
  };
  return await send(url, streamed);
}

const PIECE_BYTES = 64 * 1024;

/** Streams a body in pieces; reads a piece when the previous one has been consumed. */
function measuredStream(
  body: Blob,
  onProgress: (progress: UploadProgress) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { size: totalBytes } = body;
  let sentBytes = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        onProgress({ sentBytes, totalBytes });
        if (sentBytes === totalBytes) return controller.close();
        const piece = new Uint8Array(
          await body.slice(sentBytes, sentBytes + PIECE_BYTES).arrayBuffer(),
        );
        sentBytes += piece.byteLength;
        controller.enqueue(piece);
      },
    },
    { highWaterMark: 0 },
  );
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function sendByXhr(
  url: string,
  request: MeasuredRequest,
  onProgress: (progress: UploadProgress) => void,
): Promise<Response> {
  const { method, headers, signal, body, credentials } = request;
  return new Promise((resolve, reject) => {
    // Unlike fetch, XMLHttpRequest does not check whether the signal is already aborted.
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const xhr = new XMLHttpRequest();
    const abort = (): void => xhr.abort();
    signal.addEventListener("abort", abort, { once: true });
    xhr.open(method, url);
    xhr.responseType = "arraybuffer";
    xhr.withCredentials = credentials === "include";
    for (const [name, value] of headers) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => {
      onProgress({ sentBytes: loaded, totalBytes: total });
    };
    xhr.onload = () => {
      // The other requests of a transport do not follow redirects, but XMLHttpRequest does.
      const isMoved = new URL(xhr.responseURL || url, url).href !== new URL(url).href;
      if (isMoved) return reject(new TypeError("the server redirected an upload"));
      const content = WITHOUT_BODY.has(xhr.status) ? null : xhr.response;
      return resolve(new Response(content, { status: xhr.status, headers: responseHeaders(xhr) }));
    };
    xhr.onerror = () => reject(new TypeError("the connection failed"));
    xhr.onabort = () => reject(signal.reason);
    xhr.onloadend = () => signal.removeEventListener("abort", abort);
    xhr.send(body instanceof ReadableStream ? null : body);
  });
}

function responseHeaders(xhr: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
