/** Runs a page and reports its result to the test; a bigint is reported as `7n`. */
export async function runPage<Given>(
  run: (given: Given, say: (word: string) => Promise<void>) => Promise<unknown>,
): Promise<void> {
  try {
    const given = (await (await fetch("/given.json")).json()) as Given;
    const result = await run(given, (word) => post(`/say/${word}`, ""));
    const exact = (_key: string, value: unknown): unknown =>
      typeof value === "bigint" ? `${value}n` : value;
    await post("/done", JSON.stringify(result, exact));
  } catch (error) {
    await post("/failed", error instanceof Error ? `${error}\n${error.stack}` : String(error));
  }
}

async function post(path: string, body: string): Promise<void> {
  await fetch(path, { method: "POST", body });
}
