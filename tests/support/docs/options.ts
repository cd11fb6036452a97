import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../committed-files';

const sourceOf = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

const descendants = (node: ts.Node): ts.Node[] => {
  const found: ts.Node[] = [];
  const visit = (child: ts.Node): void => {
    found.push(child);
    child.forEachChild(visit);
  };
  node.forEachChild(visit);
  return found;
};

/** The files that a file imports by their path. */
const importsOf = (source: ts.SourceFile): string[] =>
  source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    if (statement.importClause?.isTypeOnly) return [];
    const name = statement.moduleSpecifier.text;
    if (!name.startsWith('.')) return [];
    const place = path.resolve(path.dirname(source.fileName), name);
    return [place, `${place}.ts`, path.join(place, 'index.ts')].filter(
      (file) => /\.m?[jt]s$/.test(file) && existsSync(file),
    );
  });

/** A program and what it imports, but for the server's own code, which reads no options. */
const sourcesOf = (entry: string): ts.SourceFile[] => {
  const sources = new Map<string, ts.SourceFile>();
  const add = (file: string): void => {
    if (sources.has(file) || file.startsWith(path.join(ROOT, 'src'))) return;
    const source = sourceOf(file);
    sources.set(file, source);
    importsOf(source).forEach(add);
  };
  add(entry);
  return [...sources.values()];
};

const nameOf = (property: ts.ObjectLiteralElementLike): string =>
  property.name && (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name))
    ? property.name.text
    : '';

const objectIn = (node: ts.Node | undefined): ts.ObjectLiteralExpression | undefined =>
  node && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    ? objectIn(node.expression)
    : node && ts.isObjectLiteralExpression(node)
      ? node
      : undefined;

/**
 * The options that a program reads, as its source names them.
 * @param entry its file in the project; `dist` stands for the sources that it is built from
 */
export const optionsOf = (entry: string): Set<string> => {
  const nodes = sourcesOf(path.join(ROOT, entry.replace(/^dist\/(.*)\.js$/, '$1.ts'))).flatMap(descendants);
  const constants = new Map<string, ts.ObjectLiteralExpression>();
  for (const node of nodes) {
    const value = ts.isVariableDeclaration(node) ? objectIn(node.initializer) : undefined;
    if (value && ts.isVariableDeclaration(node) && ts.isIdentifier(node.name))
      constants.set(node.name.text, value);
  }
  const namesIn = (object: ts.ObjectLiteralExpression | undefined): string[] =>
    object?.properties.flatMap((property) =>
      ts.isSpreadAssignment(property)
        ? namesIn(constants.get(property.expression.getText()))
        : nameOf(property),
    ) ?? [];
  const names = nodes.flatMap((node) => {
    if (!ts.isCallExpression(node)) return [];
    const called = node.expression;
    const [argument, declared] = node.arguments;
    // process.argv.includes('--if-absent')
    if (ts.isPropertyAccessExpression(called) && called.getText() === 'process.argv.includes')
      return argument && ts.isStringLiteral(argument) ? [argument.text.replace(/^--/, '')] : [];
    // The commands' form of Node's.
    if (called.getText() === 'parsed') return namesIn(objectIn(declared));
    if (called.getText() !== 'parseArgs') return [];
    const options = objectIn(argument)?.properties.find((property) => nameOf(property) === 'options');
    return options && ts.isPropertyAssignment(options) ? namesIn(objectIn(options.initializer)) : [];
  });
  return new Set(names);
};
