import { typesPath } from '../../../contract/describe';
import type { ColumnType } from '../../../contract/rows';
import { UniqueNames } from '../../normalise/headers';
import type { DescribedColumn, DescribedProject, NamedTab } from '../describedProject';
import { clientCode, inBrackets, typeParameters } from './clientCode';

/** Returns a text as a TypeScript string literal. */
const literal = (text: string): string =>
  JSON.stringify(text).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);

const PLAIN = /^[A-Za-z_$][\w$]*$/;

/** Returns a name as the property name of a type. */
const propertyName = (name: string): string => (PLAIN.test(name) ? name : literal(name));

/** Returns a name as the property name of an object literal. `__proto__` is computed, as it would set the prototype otherwise. */
const ownPropertyName = (name: string): string =>
  PLAIN.test(name) && name !== '__proto__' ? name : `[${literal(name)}]`;

/** Returns the code that reads a property. */
const accessTo = (name: string): string => (PLAIN.test(name) ? `.${name}` : `[${literal(name)}]`);

/** Escapes a text for a comment, on one line. */
const commented = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('*/', '*\u200b/')
    .trim();

/** Maximum length of an example in a comment, in characters. */
const MAX_SHOWN = 60;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN - 1).join('')}…` : text;
}

const types: Readonly<Record<ColumnType, 'number' | 'boolean' | 'string'>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  datetime: 'string',
  time: 'string',
  text: 'string',
};

/** Returns the type of a text column. Known values are suggested and others accepted: a new value may be written at any time. */
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

/**
 * Returns the type of a row in a response.
 *
 * @param isWhole whether responses contain every column: callers without `read` get back only what they sent
 */
function rowType({ name, title, columns }: NamedTab, isWhole: boolean): string[] {
  const mark = isWhole ? '' : '?';
  return [
    `/** A row of “${commented(title)}”. */`,
    `export interface ${name}Row {`,
    '  /** Id of the row: the last part of its URL. */',
    '  readonly _id: string;',
    ...columns.flatMap((column) => [
      commentOn(column),
      `  readonly ${propertyName(column.key)}${mark}: ${valueType(column)}${column.nullable || !isWhole ? ' | null' : ''};`,
    ]),
    '}',
    '',
  ];
}

/** Returns the type that `Object` has for this property, if any: otherwise a column with that name could not be left out. */
const inherited = (key: string) =>
  Object.prototype.hasOwnProperty.call(Object.prototype, key) && !key.startsWith('__')
    ? ` | Object[${literal(key)}]`
    : '';

/** Returns the type of a row in a request body. Blank is null; every column except the key column may be blank or left out. */
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

const heading = ({ id, title, revision, origin }: DescribedProject) => [
  '/**',
  ` * Types and a client for “${commented(title)}”, made by Tabpoint from revision ${revision} of the spreadsheet.`,
  ' * Fetch this file again when its columns change:',
  ` * ${origin}${typesPath(id)}`,
  ' */',
  '',
];

function connecting({ tabs, path, abilities }: DescribedProject): string[] {
  const names = new UniqueNames();
  const properties = tabs.map(({ title }) => names.claim(title));
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

/** Returns the row types that the caller's permissions need. */
function rowsOf(project: DescribedProject): string[] {
  const { tabs, abilities } = project;
  const { read, create, update } = abilities;
  if (!canCall(project)) return tabs.flatMap((tab) => rowType(tab, true));
  const isWritten = create || update;
  if (!read && !isWritten) return [];
  return tabs.flatMap((tab) => [...rowType(tab, read), ...(isWritten ? inputType(tab) : [])]);
}

function clientOf(project: DescribedProject): string[] {
  const { origin, path, abilities } = project;
  if (!canCall(project)) return [];
  const constants = [`const ORIGIN = ${literal(origin)};`, `const PROJECT = ${literal(path)};`, ''];
  return [...constants, clientCode(abilities), ...connecting(project)];
}

/**
 * Returns a TypeScript file without dependencies: a type for the rows of each tab, and a client restricted to what the caller may do.
 * The client needs `fetch` and ES2017.
 */
export const typesText = (project: DescribedProject): string =>
  [...heading(project), ...rowsOf(project), ...clientOf(project), 'export {};', ''].join('\n');
