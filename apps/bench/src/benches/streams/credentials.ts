/** The access key of the clients: invented, and used for nothing else. */
export const credentials: {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly brokerId: string;
} = {
  accessKey: "bench",
  secretKey: "0f".repeat(32),
  brokerId: "BRK-BENCH",
};
