import type { ColumnType } from '../../../contract/rows';
import type { DescribedColumn, NamedTab } from '../describedProject';

/** A text as a literal of TypeScript. */
export const literal = (text: string): string =>
  JSON.stringify(text).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);

const PLAIN = /^[A-Za-z_$][\w$]*$/;

/** A name as that of a property of a type. */
export const propertyName = (name: string): string => (PLAIN.test(name) ? name : literal(name));

/** A name as that of a property of an object: `__proto__` in plain sight would set its prototype. */
export const ownPropertyName = (name: string): string =>
  PLAIN.test(name) && name !== '__proto__' ? name : `[${literal(name)}]`;

/** How a property is got. */
export const accessTo = (name: string): string => (PLAIN.test(name) ? `.${name}` : `[${literal(name)}]`);

/** A text as a part of a comment, on one line. */
export const commented = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('*/', '*\u200b/')
    .trim();

/** Characters of an example in a comment. */
const SHOWN = 60;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN - 1).join('')}…` : text;
}

const types: Readonly<Record<ColumnType, 'number' | 'boolean' | 'string'>> = {
  ...({ integer: 'number', number: 'number', boolean: 'boolean' } as const),
  ...({ date: 'string', datetime: 'string', time: 'string', text: 'string' } as const),
};

/** The values that are known are offered, and others taken: the next one may be written at any time. */
const textType = ({ few }: DescribedColumn) =>
  few === undefined ? 'string' : `${few.map(literal).join(' | ')} | (string & {})`;

function valueType(column: DescribedColumn): string {
  const own = types[column.type];
  if (own === 'string') return textType(column);
  return column.mixed ? `${own} | string` : own;
}

function commentOn({ type, cell, header, key, examples }: DescribedColumn): string {
  const example = examples[0] === undefined ? '' : `, such as ${shortened(JSON.stringify(examples[0]))}`;
  const under = header === key ? cell : `${cell} (“${shortened(header)}”)`.trim();
  const where = under === '' ? 'Type ' : `Under ${under}: `;
  return `  /** ${commented(`${where}${type}${example}.`)} */`;
}

function rowType({ name, title, columns }: NamedTab, isWhole: boolean): string[] {
  const mark = isWhole ? '' : '?';
  return [
    `/** A row of “${commented(title)}”. */`,
    `export interface ${name}Row {`,
    '  /** Names the row: the last part of its address. */',
    '  readonly _id: string;',
    ...columns.flatMap((column) => [
      commentOn(column),
      `  readonly ${propertyName(column.key)}${mark}: ${valueType(column)}${column.nullable || !isWhole ? ' | null' : ''};`,
    ]),
    '}',
    '',
  ];
}

/** What every object has by that name: a column called so could otherwise not be left out. */
const inherited = (key: string) =>
  Object.prototype.hasOwnProperty.call(Object.prototype, key) && !key.startsWith('__')
    ? ` | Object[${literal(key)}]`
    : '';

/** What can be written: blank is null, and every column but the key column may be. */
function inputType({ name, title, columns, keyColumn }: NamedTab): string[] {
  return [
    `/** A row of “${commented(title)}” as it is written; what is left out is blank. */`,
    `export interface ${name}Input {`,
    ...columns.map((column) => {
      const { key, type } = column;
      const own = types[type] === 'string' ? textType(column) : types[type];
      return key === keyColumn
        ? `  readonly ${propertyName(key)}: ${own};`
        : `  readonly ${propertyName(key)}?: ${own} | null${inherited(key)} | undefined;`;
    }),
    '}',
    '',
  ];
}

/**
 * The types of a tab's rows.
 *
 * @param isWhole whether rows are answered with every column: who may not read is shown what was sent
 * @param isWritten whether rows can be given
 */
export const rowTypes = (tab: NamedTab, isWhole: boolean, isWritten: boolean): string[] => [
  ...rowType(tab, isWhole),
  ...(isWritten ? inputType(tab) : []),
];
