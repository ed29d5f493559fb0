import { createInterface } from "node:readline";
import { streamTransport } from "@specwright/streams/client";
import { createChatClient } from "./gen/client.ts";

const [name = "ann", room = "lobby"] = process.argv.slice(2);
const url = process.env["CHAT_URL"] ?? "ws://localhost:8080";
const client = createChatClient(streamTransport({ url, credentials: { name } }));
const stream = client.room({ path: { room } });

const lines = createInterface({ input: process.stdin });
lines.on("close", () => void stream.close());
lines.on("line", async (text) => {
  try {
    const reply = await stream.post({ type: "post", text });
    if (reply.type === "refused") console.log(`! ${reply.reason}`);
  } catch (error) {
    // The connection was lost, and the server may or may not have it; or it is too long.
    console.log(`! not sent: ${error instanceof Error ? error.message : error}`);
  }
});

// The client connects again by itself.
stream.on("state", (state) => console.log(`* ${state.state}`));
for await (const message of stream) {
  if (message.type === "said") console.log(`${message.author}: ${message.text} (${message.id})`);
}
