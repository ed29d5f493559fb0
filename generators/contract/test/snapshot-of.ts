import type { Contract, Schema } from "@specwright/contract";

/**
 * Formats everything in a contract as text, in order. A schema is written at its first occurrence, and
 * later identified by its source.
 */
export function snapshotOf(contract: Contract): string {
  const seen = new Map<object, string>();
  const lines: string[] = [];
  const { declarationOf: _, instanceOf: _i, fieldOf: _f, locate: _l, ...fields } = contract;
  write("", fields);
  return lines.join("\n");

  function write(path: string, value: unknown): void {
    if (typeof value !== "object" || value === null) {
      lines.push(`${path} = ${typeof value === "bigint" ? `${value}n` : JSON.stringify(value)}`);
      return;
    }
    const known = seen.get(value);
    if (known !== undefined) {
      lines.push(`${path} -> ${known}`);
      return;
    }
    seen.set(value, nameOf(value, path));
    if (value instanceof Map) {
      lines.push(`${path} map`);
      for (const [key, item] of value) write(`${path}<${JSON.stringify(key)}>`, item);
    } else if (Array.isArray(value)) {
      lines.push(`${path} list`);
      for (const [index, item] of value.entries()) write(`${path}[${index}]`, item);
    } else {
      lines.push(`${path} object`);
      for (const key of fieldsOf(value)) {
        const item: unknown = Reflect.get(value, key);
        // Targets are declarations, which are written separately, so that deep chains stay shallow
        // here.
        if (key === "target") lines.push(`${path}.target -> ${targetName(item as Schema)}`);
        else if (key === "mapping" && item instanceof Map) {
          for (const [tag, target] of item) lines.push(`${path}<${tag}> -> ${targetName(target)}`);
        } else write(`${path}.${key}`, item);
      }
    }
  }

  function targetName(schema: Schema): string {
    return contract.declarationOf(schema)?.name ?? "undeclared";
  }
}

function nameOf(value: object, path: string): string {
  return "source" in value ? `${path} ${JSON.stringify(value.source)}` : path;
}

// Fields of model objects have no order; raw JSON has. Only the order of properties in the document may
// differ.
function fieldsOf(value: object): string[] {
  const keys = Object.keys(value).filter((key) => key !== "propertyOrder");
  return "source" in value ? keys.sort() : keys;
}
