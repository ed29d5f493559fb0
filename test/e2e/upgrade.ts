import { request } from "node:http";
import { withinTime } from "./within.ts";

/** The response to a refused upgrade. */
export interface Refusal {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

/** Sends a handwritten upgrade, for requests that a generated client would not send. */
export function upgrade(url: URL, headers: Readonly<Record<string, string>>): Promise<Refusal> {
  const answer = new Promise<Refusal>((resolve, reject) => {
    const sent = request({
      hostname: url.hostname,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...headers,
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      },
    });
    sent.on("response", (response) => {
      const { statusCode: status, headers: got } = response;
      response.setEncoding("utf8");
      let body = "";
      response.on("data", (text: string) => {
        body += text;
      });
      response.on("end", () => resolve({ status, type: got["content-type"], body }));
    });
    sent.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new Error("the upgrade was accepted"));
    });
    sent.on("error", reject);
    sent.end();
  });
  return withinTime(`an answer to ${url.pathname}${url.search}`, answer);
}
