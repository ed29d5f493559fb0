// An extension in the form of AsyncAPI's catalogue of extensions: one page of Markdown with overview,
// version, definition, location and an example. The definition comes from the JSON Schema.

/** The keywords of a JSON Schema that the schemas of extensions use. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
}

export interface ExtensionSchema extends Schema {
  readonly $id: string;
  readonly title: string;
  readonly description: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

interface Row {
  readonly field: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const channelObject = "https://www.asyncapi.com/docs/reference/specification/v3.0.0#channelObject";
const rootObject = "https://www.asyncapi.com/docs/reference/specification/v3.0.0#A2SObject";

/** Returns the page of an extension; `example` is the YAML of a channel. */
export function catalogPage(
  name: string,
  schema: ExtensionSchema,
  example: string | undefined,
): string {
  const { version } = schema.properties ?? {};
  const rows = fieldsOf(schema, "", schema.$defs ?? {}, []).map(
    ({ field, type, isRequired, description }) =>
      `\`${field}\` | ${type} | ${isRequired ? "**Required.** " : ""}${description}`,
  );
  const parts = [
    `# ${schema.title} Extension`,
    `This document defines how to use the \`${name}\` extension in AsyncAPI documents.`,
    `## Overview\n\n${schema.description}`,
    `## Version\n\nCurrent version is \`${version?.const}\`.`,
    `## Extension Definition\n\nIts JSON Schema is <${schema.$id}>. \`*\` stands for any name, and \`[]\` for the items of a list.\n\nField Name | Type | Description\n---|:---:|---\n${rows.join("\n")}`,
    `## Extension Location\n\nThis extension can be used in the following locations:\n\n- [Channel Object](${channelObject})\n- [Root Object](${rootObject}), for all channels that have none of their own`,
    ...(example === undefined ? [] : [`## Example\n\n\`\`\`yaml\n${example}\`\`\``]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Lists the fields of a schema at any depth; each definition once on a path. */
function fieldsOf(
  schema: Schema,
  prefix: string,
  defs: Readonly<Record<string, Schema>>,
  seen: readonly Schema[],
): readonly Row[] {
  const { properties = {}, required = [], additionalProperties, items, oneOf = [] } = schema;
  if (seen.includes(schema)) return [];
  const path = [...seen, schema];
  const inner = (part: Schema, field: string): readonly Row[] =>
    fieldsOf(resolveDefinition(part, defs), field, defs, path);
  return [
    ...Object.entries(properties).flatMap(([name, part]): readonly Row[] => {
      const field = prefix === "" ? name : `${prefix}.${name}`;
      const isRequired = required.includes(name);
      return [rowOf(field, part, isRequired, defs), ...inner(part, field)];
    }),
    ...(typeof additionalProperties === "object" ? inner(additionalProperties, `${prefix}.*`) : []),
    ...(items === undefined ? [] : inner(items, `${prefix}[]`)),
    ...oneOf.flatMap((part) => inner(part, prefix)),
  ];
}

function rowOf(
  field: string,
  part: Schema,
  isRequired: boolean,
  defs: Readonly<Record<string, Schema>>,
): Row {
  const schema = resolveDefinition(part, defs);
  const description = part.description ?? schema.description ?? "";
  return { field, type: typeText(schema), isRequired, description: cell(description) };
}

function typeText({
  type,
  const: constant,
  enum: values,
  oneOf,
  properties,
  items,
}: Schema): string {
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``;
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(", ");
  if (oneOf !== undefined) return [...new Set(oneOf.map(typeText))].join(", ");
  if (type === undefined) return properties !== undefined ? "object" : "any";
  if (type === "array") return items === undefined ? "list" : `list of ${typeText(items)}`;
  return [type].flat().join(", ");
}

function resolveDefinition(schema: Schema, defs: Readonly<Record<string, Schema>>): Schema {
  const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? "")?.[1];
  return name === undefined ? schema : { ...defs[name], ...schema };
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
