import { withinTime } from "./within.ts";

/** Reads frames in order, each with a deadline. */
export interface FrameReader<Frame> {
  /** Reads until a frame fits; the result ends with that frame. */
  until(what: string, fits: (frame: Frame) => boolean): Promise<readonly Frame[]>;
}

/** Creates a reader of an open channel, which can continue after each call. */
export function frameReader<Frame>(
  stream: AsyncIterable<Frame>,
  onFrame: (frame: Frame) => void = () => {},
): FrameReader<Frame> {
  const iterator = stream[Symbol.asyncIterator]();
  return {
    async until(what, fits) {
      const frames: Frame[] = [];
      for (;;) {
        const { done, value } = await withinTime(
          what,
          iterator.next(),
          () => `had: ${print(frames)}`,
        );
        if (done === true) throw new Error(`the channel ended before ${what}`);
        frames.push(value);
        onFrame(value);
        if (fits(value)) return frames;
      }
    },
  };
}

function print(frames: readonly unknown[]): string {
  return JSON.stringify(frames, (_key, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  ).slice(-2000);
}
