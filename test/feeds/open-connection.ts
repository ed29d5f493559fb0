import type {
  BookTruth,
  SimulatedConnection,
  SimulatedVenue,
} from "../../examples/feeds/simulator.ts";

/** A frame as the client received it. */
export interface ReceivedFrame {
  readonly text: string;
  readonly truths: readonly BookTruth[];
}

/** The client's end of a connection to a simulated venue. */
export interface OpenConnection {
  readonly frames: ReceivedFrame[];
  /** Code and reason, once it is closed. */
  readonly closes: (readonly [code: number, reason: string])[];
  /** Returns the frames since the last call, parsed. */
  read(): unknown[];
  send(message: unknown): void;
  readonly connection: SimulatedConnection;
}

/**
 * Opens a connection to a simulated venue, and records the frames. `react` is called during each frame,
 * like a client that responds at once.
 */
export function openConnection(
  venue: SimulatedVenue,
  target: string,
  react: (frame: ReceivedFrame) => void = () => {},
): OpenConnection {
  const frames: ReceivedFrame[] = [];
  const closes: (readonly [number, string])[] = [];
  const connection = venue.connect(
    { method: "GET", target, headers: {}, body: "" },
    {
      frame: (text, truths) => {
        frames.push({ text, truths });
        react({ text, truths });
      },
      ping: () => {},
      closed: (code, reason) => closes.push([code, reason]),
    },
  );
  if (!("receive" in connection)) throw new Error(`refused with ${connection.status}`);
  let readFrames = 0;
  return {
    frames,
    closes,
    connection,
    read() {
      const unread = frames.slice(readFrames);
      readFrames = frames.length;
      return unread.map(({ text }): unknown => JSON.parse(text));
    },
    send: (message) => connection.receive(JSON.stringify(message)),
  };
}
