// The answers of the service to the vectors; see specs/vectors/rest.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { at, PASSWORD, startMarketplace } from "./start-marketplace.ts";

interface Step {
  readonly send: {
    readonly method: string;
    readonly target: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly keep?: Readonly<Record<string, string>>;
}

const file = new URL("../../../specs/vectors/rest/vectors.json", import.meta.url);
const { server: vectors } = JSON.parse(readFileSync(file, "utf8")) as {
  readonly server: readonly { readonly name: string; readonly steps: readonly Step[] }[];
};

describe("vectors of REST servers", () => {
  test.each(vectors)("T17 $name", async ({ steps }) => {
    const { url, anonymous } = await startMarketplace();
    const session = await anonymous.loginUser({
      body: { username_or_email: "bob", password: PASSWORD },
    });
    const kept = new Map<string, unknown>([
      ["password", PASSWORD],
      ["user", at(session.body, "data", "user", "id")],
    ]);
    for (const { send, answer, keep = {} } of steps) {
      const { method, target, headers = {}, body } = send;
      const response = await fetch(url + fill(target, kept, encodeURIComponent), {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [
          name.replaceAll("_", "-"),
          fill(value, kept),
        ]),
        ...(body !== undefined && { body: fill(body, kept) }),
      });
      const text = await response.text();
      const found: unknown = text === "" ? undefined : JSON.parse(text);
      expect(response.status, text).toBe(answer.status);
      for (const [name, value] of Object.entries(answer.headers)) {
        expect(response.headers.get(name)?.split(";")[0]).toBe(fill(value, kept));
      }
      if (answer.body !== undefined) expect(found).toMatchObject(Object(filled(answer.body, kept)));
      for (const [name, pointer] of Object.entries(keep)) {
        const all = { headers: Object.fromEntries(response.headers), body: found };
        kept.set(name, at(all, ...pointer.split("/").slice(1)));
      }
    }
  });
});

function fill(
  text: string,
  kept: ReadonlyMap<string, unknown>,
  encode: (value: string) => string = String,
): string {
  return text.replace(/\{([a-z]+)\}/g, (whole, name: string) =>
    kept.has(name) ? encode(String(kept.get(name))) : whole,
  );
}

/**
 * Replaces the placeholders in an expected body: one that stands alone is replaced by the value
 * with its type.
 */
function filled(wanted: unknown, kept: ReadonlyMap<string, unknown>): unknown {
  if (typeof wanted === "string") {
    const [, name = ""] = /^\{([a-z]+)\}$/.exec(wanted) ?? [];
    return kept.has(name) ? kept.get(name) : wanted;
  }
  if (Array.isArray(wanted)) return wanted.map((item) => filled(item, kept));
  if (typeof wanted !== "object" || wanted === null) return wanted;
  return Object.fromEntries(Object.entries(wanted).map(([key, item]) => [key, filled(item, kept)]));
}
