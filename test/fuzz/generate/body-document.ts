type Json = Readonly<Record<string, unknown>>;

/** Returns a document in which each of some components is the body of an operation. */
export function bodyDocument(openapi: string, names: readonly string[], schemas: Json): Json {
  const operation = (name: string): Json => ({
    post: {
      operationId: `post${name}`,
      requestBody: {
        content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
      },
      responses: { 204: { description: "Done." } },
    },
  });
  const paths = Object.fromEntries(names.map((name) => [`/${name}`, operation(name)]));
  return { openapi, info: { title: "Fuzz", version: "1" }, paths, components: { schemas } };
}
