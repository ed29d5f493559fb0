import { once } from "node:events";
import { createServer } from "node:net";
import { listenFault } from "@specwright/service/operator";
import { expect, test } from "vitest";

/** Returns the error of listening at an address. */
async function errorAt(port: number, host: string): Promise<unknown> {
  const server = createServer().listen(port, host);
  return await once(server, "listening").then(
    () => void server.close(),
    (error) => error,
  );
}

test("a port that another process has is named, with the settings of ports", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = Object(taken.address());
  const error = await errorAt(port, "127.0.0.1");
  const fault = {
    code: "port_in_use",
    message: `port ${port} of 127.0.0.1 is in use: stop the other process, or set another port in SHOP_PORT or SHOP_OPERATIONS_PORT`,
  };
  expect(listenFault(error, "SHOP")).toEqual(fault);
  expect(listenFault(new Error("The port is taken.", { cause: error }), "SHOP")).toEqual(fault);
  taken.close();
});

test("names a foreign or unknown host", async () => {
  expect(listenFault(await errorAt(0, "192.0.2.1"), "SHOP")).toEqual({
    code: "address_unavailable",
    message:
      "192.0.2.1 is not an address of this machine: correct SHOP_HOST or SHOP_OPERATIONS_HOST",
  });
  expect(listenFault(await errorAt(0, "nowhere.invalid"), "SHOP")).toMatchObject({
    code: "host_unknown",
  });
});

test("other errors are left alone", () => {
  const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED", syscall: "connect" });
  const lost = Object.assign(new Error("lost"), { code: "ENOTFOUND", syscall: "getaddrinfo" });
  const away = new Error("The database is away.", { cause: lost });
  for (const error of [refused, away, new Error("none"), "text", undefined]) {
    expect(listenFault(error, "SHOP")).toBeUndefined();
  }
});
