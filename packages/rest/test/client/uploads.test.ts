import { restTransport } from "@specwright/rest/client";
import type { UploadProgress } from "@specwright/runtime";
import type { OperationDescriptor } from "@specwright/runtime/codegen";
import { allEncoders } from "@specwright/runtime/testing";
import { describe, expect, it, vi } from "vitest";
import { reply, stubServer } from "./stub-server.ts";

const upload: OperationDescriptor = {
  encoders: allEncoders,
  id: "upload",
  method: "POST",
  path: "/files",
  parameters: [],
  validators: {},
  body: { required: true, content: { "multipart/form-data": { kind: "form" } } },
  responses: { 204: {}, 302: {} },
  security: [],
};

const body = { title: "x", file: new File([new Uint8Array(300_000)], "a.png") };

describe("onUploadProgress", () => {
  it("reports the progress of a form from 0 to all bytes", async () => {
    await using server = await stubServer(reply(204));
    const seen: UploadProgress[] = [];
    const transport = restTransport({ baseUrl: server.url });
    const answer = await transport.call(
      upload,
      { body },
      { onUploadProgress: (now) => seen.push(now) },
    );
    expect(answer).toEqual({ status: 204 });
    const [request] = server.seen;
    const total = request?.body.byteLength ?? 0;
    expect(total).toBeGreaterThan(300_000);
    expect(request?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.at(0)).toEqual({ sentBytes: 0, totalBytes: total });
    expect(seen.at(-1)).toEqual({ sentBytes: total, totalBytes: total });
    const sent = seen.map(({ sentBytes }) => sentBytes);
    expect(sent).toEqual(sent.toSorted((one, other) => one - other));
  });

  it("begins again with an attempt", async () => {
    await using server = await stubServer(reply(503), reply(204));
    const starts: number[] = [];
    const put = { ...upload, method: "PUT", responses: { 204: {}, 503: {} } };
    const transport = restTransport({ baseUrl: server.url, retry: { minMs: 1 } });
    await transport.call(
      put,
      { body },
      {
        onUploadProgress: ({ sentBytes }) => {
          if (sentBytes === 0) starts.push(server.seen.length);
        },
      },
    );
    expect(starts).toEqual([0, 1]);
    expect(server.seen.map((request) => request.body.byteLength)).toEqual(
      Array(2).fill(server.seen[0]?.body.byteLength),
    );
  });

  it("ends when the call is aborted", async () => {
    await using server = await stubServer(() => undefined);
    const controller = new AbortController();
    const transport = restTransport({ baseUrl: server.url });
    const call = transport.call(
      upload,
      { body },
      {
        signal: controller.signal,
        onUploadProgress: ({ sentBytes }) => sentBytes > 0 && controller.abort(),
      },
    );
    await expect(call).rejects.toMatchObject({ code: "aborted" });
  });
});

/** A minimal XMLHttpRequest for these tests. */
class BrowserRequest {
  static readonly sent: BrowserRequest[] = [];
  readonly headers = new Map<string, string>();
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload: () => void = () => {};
  onerror: () => void = () => {};
  onabort: () => void = () => {};
  onloadend: () => void = () => {};
  status = 0;
  response: ArrayBuffer | null = null;
  responseURL = "";
  method = "";
  url = "";
  open(method: string, url: string): void {
    Object.assign(this, { method, url, responseURL: url });
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  getAllResponseHeaders(): string {
    return "x-request-id: 7\r\n";
  }
  abort(): void {
    this.onabort();
    this.onloadend();
  }
  send(): void {
    BrowserRequest.sent.push(this);
  }
}

describe("in a browser", () => {
  async function start(signal?: AbortSignal) {
    vi.stubGlobal("XMLHttpRequest", BrowserRequest);
    const seen: UploadProgress[] = [];
    const call = restTransport({ baseUrl: "https://x.example" }).call(
      upload,
      { body },
      {
        ...(signal === undefined ? {} : { signal }),
        onUploadProgress: (now) => seen.push(now),
      },
    );
    call.catch(() => undefined);
    await vi.waitFor(() => expect(BrowserRequest.sent).not.toEqual([]));
    vi.unstubAllGlobals();
    const xhr = BrowserRequest.sent.pop();
    if (xhr === undefined) throw new Error("nothing was sent");
    return { call, seen, xhr };
  }

  it("an upload uses XMLHttpRequest, which reports progress", async () => {
    const { call, seen, xhr } = await start();
    expect([xhr.method, xhr.url]).toEqual(["POST", "https://x.example/files"]);
    expect(xhr.headers.get("content-type")).toMatch(/^multipart\/form-data; boundary=./);
    xhr.upload.onprogress?.({ loaded: 10, total: 20 });
    xhr.status = 204;
    xhr.onload();
    xhr.onloadend();
    expect(await call).toEqual({ status: 204 });
    expect(seen).toEqual([{ sentBytes: 10, totalBytes: 20 }]);
  });

  it("fails, is given up and is not led elsewhere", async () => {
    const failed = await start();
    failed.xhr.onerror();
    await expect(failed.call).rejects.toMatchObject({ code: "network" });
    const controller = new AbortController();
    const given = await start(controller.signal);
    controller.abort();
    await expect(given.call).rejects.toMatchObject({ code: "aborted" });
    const led = await start();
    led.xhr.status = 204;
    led.xhr.responseURL = "https://evil.example/files";
    led.xhr.onload();
    await expect(led.call).rejects.toMatchObject({ code: "network" });
  });
});

it("an upload in a browser that was given up before it went does not go", async () => {
  vi.stubGlobal("XMLHttpRequest", BrowserRequest);
  const controller = new AbortController();
  const transport = restTransport({
    baseUrl: "https://x.example",
    credentials: {
      session: async () => {
        controller.abort();
        return "a token";
      },
    },
  });
  const secured = { ...upload, security: [["session"]] };
  const call = transport.call(
    secured,
    { body },
    { signal: controller.signal, onUploadProgress() {} },
  );
  await expect(call).rejects.toMatchObject({ code: "aborted" });
  vi.unstubAllGlobals();
  expect(BrowserRequest.sent).toEqual([]);
});
