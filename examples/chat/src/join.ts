import { createInterface } from "node:readline";
import { streamTransport } from "@specwright/streams/client";
import { createChatClient } from "./gen/client.ts";

const [name = "ann", room = "lobby"] = process.argv.slice(2);
const url = process.env["CHAT_URL"] ?? "ws://localhost:8080";
const client = createChatClient(streamTransport({ url, credentials: { name } }));
const stream = client.room({ path: { room } });

async function post(text: string): Promise<void> {
  try {
    const reply = await stream.post({ type: "post", text });
    if (reply.type === "refused") console.log(`! ${reply.reason}`);
  } catch (error) {
    // The text is too long; or the connection was lost, and the server may have the text all the same.
    console.log(`! no reply: ${error instanceof Error ? error.message : error}`);
  }
}

const lines = createInterface({ input: process.stdin });
let lastPost = Promise.resolve();
lines.on("line", (text) => {
  lastPost = post(text);
});
lines.on("close", () => void lastPost.then(() => stream.close()));

// The client connects again by itself.
stream.on("state", (state) => console.log(`* ${state.state}`));
for await (const message of stream) {
  if (message.type === "said") console.log(`${message.author}: ${message.text} (${message.id})`);
}
