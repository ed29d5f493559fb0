import ts from "typescript";

function isHidden(member: ts.Node): boolean {
  if (ts.isClassElement(member) && member.name !== undefined) {
    if (ts.isPrivateIdentifier(member.name)) return true;
  }
  return (
    ts.canHaveModifiers(member) &&
    (ts.getModifiers(member) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)
  );
}

/** Lists the names in the signature of a declaration, but not in its body. */
export function signatureNames(declaration: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const addLeftmost = (name: ts.EntityName): void => {
    if (ts.isIdentifier(name)) names.add(name.text);
    else addLeftmost(name.left);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) || isHidden(node)) return;
    if (ts.isTypeReferenceNode(node)) addLeftmost(node.typeName);
    if (ts.isTypeQueryNode(node)) addLeftmost(node.exprName);
    if (ts.isExpressionWithTypeArguments(node) && ts.isIdentifier(node.expression)) {
      names.add(node.expression.text);
    }
    const isTyped =
      (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node)) &&
      (node.type !== undefined || ts.isParameter(node));
    ts.forEachChild(node, (child) => {
      if (isTyped && child === node.initializer) return;
      visit(child);
    });
  };
  visit(declaration);
  return names;
}

/** Lists the words of the code in the doc comments of a declaration: thrown errors, examples. */
export function documentedNames(declaration: ts.Node, text: string): ReadonlySet<string> {
  const comments = text.slice(declaration.pos, declaration.end).match(/\/\*\*[\s\S]*?\*\//g) ?? [];
  const code = comments
    .join("\n")
    .match(/@throws \{?(?:[A-Z]\w+(?: or )?)+|```[\s\S]*?```|`[^`\n]+`|\{@link \w+/g);
  return new Set((code ?? []).join("\n").match(/\w+/g) ?? []);
}
