/** Creates a reader of the text frames in a stream of bytes, however it is split. */
export function frameReader(take: (payload: Buffer) => void): (chunk: Buffer) => void {
  let kept = Buffer.alloc(0);
  return (chunk) => {
    kept = Buffer.concat([kept, chunk]);
    for (;;) {
      if (kept.length < 2) return;
      const short = kept.readUInt8(1);
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (kept.length < head) return;
      const length =
        short < 126 ? short : head === 4 ? kept.readUInt16BE(2) : Number(kept.readBigUInt64BE(2));
      if (kept.length < head + length) return;
      if (kept.readUInt8(0) !== 0x81) throw new Error(`no text frame: ${kept.readUInt8(0)}`);
      const payload = kept.subarray(head, head + length);
      kept = kept.subarray(head + length);
      take(payload);
    }
  };
}
