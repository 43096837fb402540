import ts from 'typescript';

/** One change at one position of a source file. */
export interface Mutant {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

const operators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '**': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '??=': '=',
};

/** Replacements of methods and effects; '' removes the call. */
const methods: Readonly<Record<string, string>> = {
  ...{ trim: '', filter: '', sort: '', some: 'every', every: 'some', startsWith: 'endsWith', endsWith: 'startsWith' },
  ...{ min: 'max', max: 'min', ceil: 'floor', unshift: 'push', toUpperCase: 'toLowerCase' },
};
const effects: Readonly<Record<string, string>> = {
  ...{ takeLatest: 'takeEvery', takeLeading: 'takeEvery', takeEvery: 'takeLeading', spawn: 'fork', fork: 'spawn' },
};

const isLiteral = (node: ts.Node) =>
  ts.isStringLiteral(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  ts.isNumericLiteral(node) ||
  node.kind === ts.SyntaxKind.TrueKeyword ||
  node.kind === ts.SyntaxKind.FalseKeyword ||
  node.getText() === 'undefined';

const isName = ({ parent }: ts.Node, node: ts.Node) =>
  (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isBindingElement(parent)) &&
  (parent.name === node || ('propertyName' in parent && parent.propertyName === node));

const isLeftSide = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;

const isChain = (node: ts.Node) => (node.flags & ts.NodeFlags.OptionalChain) !== 0;

/** Returns the previous link of an optional chain; and whether another link follows. */
const linkBefore = (node: ts.Node) => ('expression' in node ? (node.expression as ts.Node) : undefined);
const goesOn = (node: ts.Node) => isChain(node) && isChain(node.parent) && linkBefore(node.parent) === node;

const isCondition = (node: ts.Node) =>
  (ts.isIfStatement(node.parent) && node.parent.expression === node) ||
  (ts.isForStatement(node.parent) && node.parent.condition === node) ||
  (ts.isConditionalExpression(node.parent) && node.parent.condition === node);

const isArgument = (node: ts.Node) =>
  !ts.isSpreadElement(node) &&
  (ts.isCallExpression(node.parent) || ts.isNewExpression(node.parent)) &&
  (node.parent.arguments?.some((argument) => argument === node) ?? false);

/** Returns variants of a regular expression that match other texts. */
function patterns(text: string): string[] {
  const changes: [string | RegExp, string][] = [
    ['^', ''],
    [/\$(?=\/\w*$)/, ''],
    ['\\w', '\\W'],
    ['\\d', '\\D'],
  ];
  changes.push(['\\s', '\\S'], ['+', ''], [/\/\w+$/, '/'], [/\{\d+,?\d*\}/, '']);
  return [...new Set(changes.map(([from, to]) => text.replace(from, to)))].filter((changed) => changed !== text);
}

/** Returns the replacements of an expression. */
function expressionMutations(node: ts.Node, targets: readonly string[]): string[] {
  const text = node.getText();
  const found: string[] = [];
  if (isCondition(node)) found.push('true', 'false');
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    const isTarget = ts.isPropertyAssignment(node.parent) && node.parent.name.getText() === 'to';
    found.push(...(isTarget ? targets.filter((to) => to !== text) : [node.text === '' ? "'mutated'" : "''"]));
  }
  if (ts.isTemplateExpression(node)) found.push('``');
  if (ts.isNumericLiteral(node)) found.push(`${text} + 1`);
  if (node.kind === ts.SyntaxKind.TrueKeyword) found.push('false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) found.push('true');
  if (ts.isRegularExpressionLiteral(node)) found.push(...patterns(text));
  if (ts.isPrefixUnaryExpression(node) && text.startsWith('!')) found.push(node.operand.getText());
  if (ts.isBinaryExpression(node)) {
    const other = operators[node.operatorToken.getText()];
    if (other !== undefined) found.push(`(${node.left.getText()}) ${other} (${node.right.getText()})`);
  }
  if (ts.isIdentifier(node) && ts.isCallExpression(node.parent) && node.parent.expression === node) {
    if (effects[text] !== undefined) found.push(`effects.${effects[text]}`);
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression, name } = node.expression;
    const other = methods[name.text];
    const rest = text.slice(node.expression.getText().length);
    if (other !== undefined) found.push(`${expression.getText()}${other && `.${other}${rest}`}`);
  }
  if (isChain(node) && !goesOn(node)) found.push(text.replace(/\?\.(?=[[(])/g, '').replaceAll('?.', '.'));
  const isReturned = ts.isReturnStatement(node.parent) || (ts.isArrowFunction(node.parent) && !ts.isBlock(node));
  if ((isArgument(node) || (isReturned && node.parent.getLastToken() !== undefined)) && !isLiteral(node))
    found.push('undefined');
  return found;
}

/**
 * Returns the replacements of a whole optional chain. Parentheses around a link would end the chain, so that the replacement of a link
 * includes the links after it.
 */
function chainMutations(node: ts.Node, targets: readonly string[]): string[] {
  const found = expressionMutations(node, targets);
  const [text, start] = [node.getText(), node.getStart()];
  for (let link = linkBefore(node); link !== undefined && isChain(link); link = linkBefore(link)) {
    const end = link.end - start;
    found.push(...expressionMutations(link, targets).map((to) => `${to}${text.slice(end)}`));
  }
  return found;
}

const isDeclared = (node: ts.Node) =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword);

const isUnchanged = (node: ts.Node) =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isTaggedTemplateExpression(node) ||
  isDeclared(node);

/**
 * Returns the source of a file with all of its mutants, each enabled by `mutated(id)`.
 *
 * @param firstId id of the first mutant
 */
export function withMutants(file: string, source: string, firstId: number) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const targets = [...new Set([...source.matchAll(/\bto: ('\w+')/g)].map(([, to = '']) => to))];

  const add = (node: ts.Node, to: string) => {
    const id = firstId + mutants.length;
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    mutants.push({ id, file, line, from: node.getText(), to });
    return `mutated(${id})`;
  };

  function inside(node: ts.Node): string {
    let [text, at] = ['', node.getStart()];
    ts.forEachChild(node, (child) => {
      text += source.slice(at, child.getStart()) + print(child);
      at = child.end;
    });
    return text + source.slice(at, node.end);
  }

  function print(node: ts.Node): string {
    if (isUnchanged(node) || isName(node, node)) return node.getText();
    const { parent } = node;
    if (ts.isExpressionStatement(node)) return `${add(node, '')} ? void 0 : (${inside(node).replace(/;$/, '')});`;
    if (ts.isObjectLiteralElement(node) && ts.isObjectLiteralExpression(parent) && !isLeftSide(parent))
      return `...(${add(node, '')} ? {} : { ${inside(node)} })`;
    const isElement = ts.isArrayLiteralExpression(parent) && !isLeftSide(parent);
    if (isElement && ts.isSpreadElement(node)) return `...(${add(node, '')} ? [] : [${inside(node)}])`;
    const mutation = ts.isExpression(node) && !goesOn(node) ? chainMutations(node, targets) : [];
    const switches = mutation.map((to) => `${add(node, to)} ? (${to}) : `);
    const text = switches.length === 0 ? inside(node) : `(${switches.join('')}(${inside(node)}))`;
    return isElement ? `...(${add(node, '')} ? [] : [${text}])` : text;
  }

  const code = tree.statements.map(print).join('\n');
  return { code: `import * as effects from 'typed-redux-saga';\n${code}`, mutants };
}
