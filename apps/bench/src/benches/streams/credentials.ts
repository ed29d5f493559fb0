/** Is the access key of the clients: made up, and good for nothing else. */
export const credentials = {
  accessKey: "bench",
  secretKey: "0f".repeat(32),
  brokerId: "BRK-BENCH",
} as const;
