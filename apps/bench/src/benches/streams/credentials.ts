/** The access key of the clients. It is invented, and not used for anything else. */
export const credentials: {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly brokerId: string;
} = {
  accessKey: "bench",
  secretKey: "0f".repeat(32),
  brokerId: "BRK-BENCH",
};
