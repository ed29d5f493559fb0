import { onTestFinished } from "vitest";
import { openS3, type S3Server } from "./s3-server.ts";

/** Starts a store with the bucket `images` for the running test. */
export async function startS3(): Promise<S3Server> {
  const server = await openS3();
  onTestFinished(() => server.close());
  return server;
}
