// Copies the responses of our server byte for byte. A server on bare node:http sends the copies.

import { type IncomingHttpHeaders, request } from "node:http";

/** A response as the server sent it. */
export interface Copy {
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body in base64. */
  readonly body: string;
}

/** The value of the request header `Accept-Encoding`. Browsers and feed readers accept gzip. */
export const acceptEncoding = "gzip, deflate, br";

/** Requests paths in the same way as the clients, and returns the responses. */
export async function copyAnswers(
  port: number,
  paths: readonly string[],
): Promise<readonly Copy[]> {
  const copies: Copy[] = [];
  for (const path of paths) copies.push(await copyAnswer(port, path));
  return copies;
}

function copyAnswer(port: number, path: string): Promise<Copy> {
  return new Promise((resolve, reject) => {
    const headers = { host: "127.0.0.1", "accept-encoding": acceptEncoding };
    const asked = request({ port, path, host: "127.0.0.1", headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const { statusCode: status = 0, headers: found } = response;
        if (status === 200) {
          const body = Buffer.concat(chunks).toString("base64");
          resolve({ path, status, headers: keptHeaders(found), body });
        } else reject(new Error(`${path} is answered with ${status}`));
      });
    });
    asked.once("error", reject);
    asked.end();
  });
}

/** Returns the headers of a response, except those that node:http adds itself. */
function keptHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const own = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !own.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}
