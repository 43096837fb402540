import { typesPath } from '../../../contract/machines';
import { UniqueNames } from '../../normalise/headers';
import type { DescribedProject, NamedTab } from '../describedProject';
import { clientCode, inBrackets, typeParameters } from './clientCode';
import { accessTo, commented, literal, ownPropertyName, propertyName, rowTypes } from './rowTypes';

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
