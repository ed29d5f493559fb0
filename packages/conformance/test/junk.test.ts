// Servers and stimuli that misbehave completely: the kit reports it and does not wait forever.

import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { createJudge, createLedgers } from "../src/streams/line/channel-judge.ts";
import { Line } from "../src/streams/line/line.ts";
import { addressOf, signedSocket } from "../src/streams/line/upgrade.ts";
import { startStimulus } from "../src/streams/stimulus/stimulus-process.ts";

const account = { accessKey: "k", secretKey: "0".repeat(64), brokerId: "b" };

test("a refusal whose body never ends is given up", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  server.on("upgrade", (_request, socket) => {
    socket.on("error", () => {});
    socket.write("HTTP/1.1 401 No\r\nContent-Length: 100\r\n\r\n{");
  });
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  try {
    const line = new Line("orders", "b", {
      ...createJudge("orders", createLedgers(), { whole: true, filtered: false }),
      url: addressOf(`ws://127.0.0.1:${port}/v1`, "orders", {}),
      openSocket: signedSocket({ account }),
      timeoutMs: 200,
    });
    await line.answered();
    const { isOpen, refusal, failure } = line;
    expect({ isOpen, refusal, failure }).toEqual({
      isOpen: false,
      refusal: undefined,
      failure: "no complete answer within 200 ms",
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("an ended stimulus gets no more requests", async () => {
  const command = `echo '{"ready":true,"can":["drain"]}'; read line; exit 4`;
  const { stimulus } = await startStimulus(command, { timeoutMs: 3_600_000, onLog() {} });
  for (const _time of [1, 2]) {
    await expect(stimulus.drain?.()).rejects.toMatchObject({
      code: "stimulus_failed",
      seen: "the stimulus ended with 4",
    });
  }
});
