// Uploads of one caller, however many and slow, do not affect uploads of others.

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createFile, drawImage } from "./images.ts";
import { type Running, startMarketplace } from "./start-marketplace.ts";

/** As long as the boundaries that clients generate. */
const BOUNDARY = `${"-".repeat(20)}0123456789`;

interface Upload {
  readonly socket: Socket;
  /** The answer received so far. */
  answer(): string;
}

/** Starts an upload of a form that is declared to be long. */
async function startUpload(
  { url }: Pick<Running, "url">,
  token: string,
  length = 100_000,
): Promise<Upload> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(
    `POST /v1/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length}\r\n\r\n--${BOUNDARY}\r\n`,
  );
  return { socket, answer: () => answer };
}

function trickle(uploads: readonly Upload[]): void {
  const timer = setInterval(() => {
    for (const { socket } of uploads) if (socket.writable) socket.write("x");
  }, 100);
  onTestFinished(() => clearInterval(timer));
}

test("T12 72 trickled uploads of one caller do not block the uploads of others", async () => {
  // None of them times out before the test ends.
  const running = await startMarketplace({ limits: { bodyGraceMs: 300_000 } });
  const token = await running.token("ada");
  const uploads = await Promise.all(Array.from({ length: 72 }, () => startUpload(running, token)));
  trickle(uploads);
  // Two have a slot, 32 wait, and the others are refused.
  await expect
    .poll(() => uploads.filter(({ answer }) => answer().startsWith("HTTP/1.1 429 ")).length)
    .toBe(38);
  const refused = uploads.find(({ answer }) => answer() !== "")?.answer() ?? "";
  expect(refused).toMatch(/\r\nretry-after: \d+\r\n/);
  expect(refused).toContain('"code":"too_many_requests"');
  const root = await running.as("root");
  const file = createFile(await drawImage("png"), "a.png", "image/png");
  expect((await root.createAttachment({ body: { listing_id: 1, file } })).status).toBe(201);
  expect(uploads.filter(({ answer }) => answer() === "").length).toBe(34);
});

test("T12 an upload that trickles is answered 408 and gives its slot back", async () => {
  const running = await startMarketplace({ limits: { bodyGraceMs: 1_000 } });
  const token = await running.token("ada");
  const uploads = await Promise.all([startUpload(running, token), startUpload(running, token)]);
  trickle(uploads);
  const ada = await running.as("ada");
  const file = createFile(await drawImage("png"), "a.png", "image/png");
  expect((await ada.createAttachment({ body: { listing_id: 1, file } })).status).toBe(201);
  for (const { answer } of uploads) {
    await expect.poll(answer).toContain("HTTP/1.1 408 ");
    expect(answer()).toContain("application/problem+json");
    expect(answer()).toContain('"code":"request_timeout"');
  }
});

test("T12 an upload that makes progress is taken, however long it takes", async () => {
  const running = await startMarketplace({ limits: { bodyGraceMs: 300, bodyBytesPerSecond: 100 } });
  const token = await running.token("ada");
  const head =
    'Content-Disposition: form-data; name="listing_id"\r\n\r\n1\r\n' +
    `--${BOUNDARY}\r\n` +
    'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  const form = Buffer.concat([
    Buffer.from(head),
    await drawImage("png"),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const { socket, answer } = await startUpload(
    running,
    token,
    form.byteLength + BOUNDARY.length + 4,
  );
  const pieces = 12;
  for (let at = 0; at < pieces; at += 1) {
    const piece = Math.ceil(form.byteLength / pieces);
    socket.write(form.subarray(at * piece, (at + 1) * piece));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await expect.poll(answer).toContain("HTTP/1.1 201 ");
});

test("T12 callers neither wait for a slot nor hold one before they are authenticated", async () => {
  const running = await startMarketplace();
  const strangers = await Promise.all(
    Array.from({ length: 20 }, () => startUpload(running, "A".repeat(43))),
  );
  for (const { answer } of strangers) await expect.poll(answer).toContain("HTTP/1.1 401 ");
  const ada = await running.as("ada");
  const file = createFile(await drawImage("png"), "a.png", "image/png");
  expect((await ada.createAttachment({ body: { listing_id: 1, file } })).status).toBe(201);
});
