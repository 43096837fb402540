import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParserOptions, type PluginItem, transformSync, traverse } from '@babel/core';
import { compile, serialize, stringify } from 'stylis';
import { isStyleTag, squeezedStyles } from '../../../scripts/squeezedStyles';

const root = join(__dirname, '../../../src/app');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .filter((source) => source.includes("from 'styled-components'"));

/** The pieces of each style of a file, after the plugins. */
function stylesOf(source: string, plugins: PluginItem[]): string[][] {
  const parserOpts: ParserOptions = { plugins: ['typescript', 'jsx'] };
  const { ast } = transformSync(source, { configFile: false, ast: true, code: false, parserOpts, plugins }) ?? {};
  const styles: string[][] = [];
  if (!ast) throw new Error('Babel has made nothing of it.');
  traverse(ast, {
    TaggedTemplateExpression({ node: { tag, quasi } }) {
      if (isStyleTag(tag)) styles.push(quasi.quasis.map(({ value }) => value.raw));
    },
  });
  return styles;
}

/** Whether what is interpolated after a piece stands for itself, as other styles do, and not in a value or a selector. */
const isOwnLine = (before: string, after: string) => /(^|[;{}\n])\s*$/.test(before) && /^\s*(\n|$)/.test(after);

/** What a browser is given, with a stand-in for whatever is interpolated. */
function compiled(pieces: readonly string[], ownLines: readonly boolean[]): string {
  const text = pieces.map((piece, at) => (at === 0 ? piece : (ownLines[at - 1] ? '--own: line;' : 'part') + piece));
  return serialize(compile(`.a{${text.join('')}}`), stringify);
}

test('every style of the app means the same without its indents', () => {
  const sizes = { before: 0, after: 0 };
  for (const source of sources) {
    const before = stylesOf(source, []);
    const after = stylesOf(source, [squeezedStyles]);
    expect(after).toHaveLength(before.length);
    before.forEach((pieces, at) => {
      const ownLines = pieces.slice(1).map((piece, index) => isOwnLine(pieces[index] ?? '', piece));
      const short = after[at] ?? [];
      expect(compiled(short, ownLines)).toBe(compiled(pieces, ownLines));
      sizes.before += pieces.join('').length;
      sizes.after += short.join('').length;
    });
  }
  expect(sizes.after).toBeLessThan(0.85 * sizes.before);
});
