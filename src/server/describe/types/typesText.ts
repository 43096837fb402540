import { typesPath } from '../../../contract/describe';
import type { ColumnType } from '../../../contract/rows';
import { UniqueNames } from '../../normalise/headers';
import type { DescribedColumn, DescribedProject, NamedTab } from '../describedProject';
import { clientCode, inBrackets, typeParameters } from './clientCode';

/** A text as a literal of TypeScript. */
const literal = (text: string): string =>
  JSON.stringify(text).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);

const PLAIN = /^[A-Za-z_$][\w$]*$/;

/** A name as that of a property of a type. */
const propertyName = (name: string): string => (PLAIN.test(name) ? name : literal(name));

/** A name as that of a property of an object: `__proto__` in plain sight would set its prototype. */
const ownPropertyName = (name: string): string =>
  PLAIN.test(name) && name !== '__proto__' ? name : `[${literal(name)}]`;

/** How a property is got. */
const accessTo = (name: string): string => (PLAIN.test(name) ? `.${name}` : `[${literal(name)}]`);

/** A text as a part of a comment, on one line. */
const commented = (text: string): string =>
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
const rowTypes = (tab: NamedTab, isWhole: boolean, isWritten: boolean): string[] => [
  ...rowType(tab, isWhole),
  ...(isWritten ? inputType(tab) : []),
];

/** What the endpoints are called in the client: their titles, each once. */
function propertiesOf(tabs: readonly NamedTab[]): string[] {
  const names = new UniqueNames();
  return tabs.map(({ title }) => names.claim(title));
}

const heading = ({ id, title, revision, origin }: DescribedProject) => [
  '/**',
  ` * Types and a client for “${commented(title)}”, made by Tabpoint from revision ${revision} of the spreadsheet.`,
  ' * Fetch this file again when its columns change:',
  ` * ${origin}${typesPath(id)}`,
  ' */',
  '',
];

function connecting({ tabs, path, abilities }: DescribedProject): string[] {
  const properties = propertiesOf(tabs);
  const typeOf = ({ name }: NamedTab) => `Endpoint${inBrackets(typeParameters(abilities, name))}`;
  return [
    '/** The endpoints by the titles of their sheets. */',
    'export interface Endpoints {',
    ...tabs.map((tab, at) => `  readonly ${propertyName(properties[at] ?? '')}: ${typeOf(tab)};`),
    '}',
    '',
    `/** Opens the endpoints: \`connect({ key })${commented(accessTo(properties[0] ?? 'Sheet'))}\` is one. */`,
    'export function connect(options: ConnectOptions = {}): Endpoints {',
    '  const call = callWith(options);',
    '  return {',
    ...tabs.map((tab, at) => {
      const below = literal(tab.path.slice(path.length));
      return `    ${ownPropertyName(properties[at] ?? '')}: new ${typeOf(tab)}(call, ${below}),`;
    }),
    '  };',
    '}',
    '',
  ];
}

const canCall = ({ abilities: { read, create, update, remove }, tabs }: DescribedProject) =>
  tabs.length > 0 && (read || create || update || remove);

/** Rows are shown whole to those who may read them, and written by their columns. */
function rowsOf(project: DescribedProject): string[] {
  const { tabs, abilities } = project;
  const { read, create, update } = abilities;
  if (!canCall(project)) return tabs.flatMap((tab) => rowTypes(tab, true, false));
  if (typeParameters(abilities).length === 0) return [];
  return tabs.flatMap((tab) => rowTypes(tab, read, create || update));
}

function clientOf(project: DescribedProject): string[] {
  const { origin, path, abilities } = project;
  if (!canCall(project)) return [];
  const constants = [`const ORIGIN = ${literal(origin)};`, `const PROJECT = ${literal(path)};`, ''];
  return [...constants, clientCode(abilities), ...connecting(project)];
}

/**
 * A project as a file of TypeScript without any dependency: a type for the rows of each tab, and a client with what the
 * caller may do. It needs `fetch` and ES2017.
 */
export const typesText = (project: DescribedProject): string =>
  [...heading(project), ...rowsOf(project), ...clientOf(project), 'export {};', ''].join('\n');
