import type { Contract, Schema } from "@specwright/contract";

/**
 * Writes down everything a contract holds, in its order, as text. A schema is written where it is
 * first met; later it is only named by its source.
 */
export function snapshotOf(contract: Contract): string {
  const seen = new Map<object, string>();
  const lines: string[] = [];
  const { declarationOf: _, resourceOf: _r, locate: _l, ...fields } = contract;
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
        // Targets are declarations, which are written as such: deep chains stay shallow here.
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

// The order of fields of model objects says nothing; that of raw JSON does. The order of properties
// in the document is the one thing that may differ.
function fieldsOf(value: object): string[] {
  const keys = Object.keys(value).filter((key) => key !== "propertyOrder");
  return "source" in value ? keys.sort() : keys;
}
