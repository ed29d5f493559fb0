// Reads the options of an interface with their TSDoc.

import { dirname, join } from "node:path";
import ts from "typescript";

export interface ConfigurationOption {
  readonly name: string;
  /** The type; short aliases are replaced by their definition. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string;
  /** The text of `@defaultValue`. */
  readonly defaultValue?: string;
  readonly example?: string;
}

/** Returns a function that reads the options of an interface in a file. */
export function optionReader(root: string): (file: string, name: string) => ConfigurationOption[] {
  const path = join(root, "tsconfig.json");
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(path));
  const entry = join(root, "generators/cli/src/index.ts");
  const program = ts.createProgram([entry], options);
  const checker = program.getTypeChecker();
  return (file, name) => {
    const source = program.getSourceFile(join(root, file));
    const declaration = source?.statements.find(
      (each) => ts.isInterfaceDeclaration(each) && each.name.text === name,
    );
    if (declaration === undefined) throw new Error(`${file} has no interface ${name}.`);
    return checker
      .getPropertiesOfType(checker.getTypeAtLocation(declaration))
      .map((property) => optionOf(property, declaration, checker));
  };
}

function optionOf(
  property: ts.Symbol,
  place: ts.Node,
  checker: ts.TypeChecker,
): ConfigurationOption {
  const tags = new Map(
    property
      .getJsDocTags(checker)
      .map(({ name, text }) => [name, ts.displayPartsToString(text).trim()]),
  );
  const defaultValue = tags.get("defaultValue");
  const example = tags.get("example");
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(property, place));
  return {
    name: property.name,
    type: shownType(type, checker),
    isRequired: (property.flags & ts.SymbolFlags.Optional) === 0,
    text: ts.displayPartsToString(property.getDocumentationComment(checker)).replaceAll("\n", " "),
    ...(defaultValue !== undefined && { defaultValue: defaultValue.replaceAll("\n", " ") }),
    ...(example !== undefined && { example }),
  };
}

/** Prints a union by its members, and every other type by its name. */
function shownType(type: ts.Type, checker: ts.TypeChecker): string {
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
  return checker.typeToString(type, undefined, flags);
}
