import { createStreamServer } from "@specwright/streams/server";
import { type ChatHandlers, type ChatRequestHandlers, channels } from "./gen/server.ts";
import type { RoomServerMessage } from "./gen/types.ts";

interface Member {
  readonly name: string;
}

/** Functions that send to the members of each room. */
const rooms = new Map<string, Set<(message: RoomServerMessage) => boolean>>();
let lastId = 9_007_199_254_740_992n; // beyond what a number holds exactly

const handlers: ChatHandlers<Member> = {
  async room(stream, { path }) {
    const members = rooms.get(path.room) ?? new Set();
    rooms.set(path.room, members);
    const send = (message: RoomServerMessage): boolean => stream.trySend(message);
    members.add(send);
    stream.signal.addEventListener("abort", () => members.delete(send));
    for await (const message of stream) {
      if (message.type === "$unknown") console.warn("not of this chat:", message.reason);
    }
  },
};

const requestHandlers: ChatRequestHandlers<Member> = {
  post({ text }, { path }, { name }) {
    if (/\bspam\b/.test(text)) return { type: "refused", reason: "No spam, please." };
    lastId += 1n;
    const said = { type: "said", id: lastId, author: name, text } as const;
    for (const send of rooms.get(path.room) ?? []) send(said);
    return { type: "posted", id: lastId };
  },
};

const server = createStreamServer<Member>({
  channels,
  handlers: { ...handlers },
  requestHandlers: { ...requestHandlers },
  // Any name is accepted; a real chat would look up a token.
  authenticate: { name: ({ secret }) => (secret === "" ? undefined : secret) },
  context: ({ principals }) => ({ name: String(principals?.["name"]) }),
});
const { url } = await server.listen({ port: Number(process.env["PORT"] ?? 8080) });
console.log(`The chat is at ${url}. In other terminals: npm run join -- ann`);
process.once("SIGINT", () => void server.close());
process.once("SIGTERM", () => void server.close());
