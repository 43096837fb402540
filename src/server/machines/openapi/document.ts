import { fileFormats } from '../../endpoints/formats/format';
import { UniqueNames } from '../../normalise/headers';
import type { DescribedProject, NamedTab } from '../describedProject';
import { askingParameters, questionSchema } from './askingParameters';
import { metaSchemas } from './bodies';
import { columnFilters, idFilters } from './columnParameters';
import { headers } from './headers';
import { type Json, type JsonObject, objectOf } from './json';
import { problemResponses, problemSchema } from './problems';
import { projectOperation, projectSchema, tabSchema } from './projectOperation';
import { type Operations, readOperations } from './readOperations';
import { inputSchema, plannedSchema, rowSchema, writtenSchema } from './rowSchemas';
import { securityOf, securitySchemes } from './security';
import { writeOperations } from './writeOperations';
import { writeParameters } from './writeParameters';

type Named = readonly (readonly [string, JsonObject])[];

const ID: JsonObject = {
  ...{ name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  description: 'The row’s `_id`. One that begins with `_` has one more here.',
};

const namesOf = (named: Named) => named.map(([name]) => name);

/** Which kinds of calls there are at all. */
const kindsOf = ({ abilities: { create, update, remove } }: DescribedProject) =>
  create || update || remove ? (['asking', 'writing'] as const) : (['asking'] as const);

const filtersOf = (tab: NamedTab): Named => [...idFilters, ...columnFilters(tab)];

/** Puts operations of one address together, and leaves out addresses that have none. */
function pathsOf(addresses: Iterable<readonly [string, Operations]>): JsonObject {
  const paths = new Map<string, JsonObject>();
  for (const [path, operations] of addresses) {
    if (Object.keys(operations).length === 0) continue;
    const shared = path.endsWith('/{id}') ? { parameters: [ID] } : {};
    paths.set(path, { ...shared, ...paths.get(path), ...operations });
  }
  return objectOf(paths);
}

/** Writing needs a key, reading only where the project is private. */
function secured(operations: Operations, isReading: boolean, { isPublic }: DescribedProject): Operations {
  const security = securityOf(!(isReading && isPublic));
  return Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, { ...one, security }]));
}

function addressesOf(project: DescribedProject): [string, Operations][] {
  const ids = new UniqueNames();
  const { abilities, path, tabs } = project;
  const own: [string, Operations] = [
    path,
    { get: projectOperation(project, ids.claim('getProject'), projectTag(tabs)) },
  ];
  const titles = new Set(tabs.map(({ title }) => title));
  const ofTabs = tabs.flatMap((tab) => {
    const operating = {
      ...{ tab, filters: namesOf(filtersOf(tab)) },
      // A sheet that is really called so is meant first.
      files: fileFormats.filter((format) => !titles.has(`${tab.slug}.${format}`)),
      operationId: (verb: string) => ids.claim(verb + tab.name),
    };
    return [
      ...readOperations(operating, abilities).map((one) => [one, true] as const),
      ...writeOperations(operating, abilities).map((one) => [one, false] as const),
    ];
  });
  return [[own, true] as const, ...ofTabs].map(([[address, operations], isReading]) => [
    address,
    secured(operations, isReading, project),
  ]);
}

function schemasOf({ tabs, abilities: { read, create, update, remove, schema } }: DescribedProject): Named {
  const ofTabs = tabs.flatMap((tab): Named => [
    ...(read ? [[`${tab.name}Row`, rowSchema(tab, true)] as const] : []),
    ...(create || update ? [[`${tab.name}Written`, writtenSchema(tab, read)] as const] : []),
    ...(create ? [[`${tab.name}Planned`, plannedSchema(tab, read)] as const] : []),
    ...(create ? [[`${tab.name}Input`, inputSchema(tab, true)] as const] : []),
    ...(update ? [[`${tab.name}Change`, inputSchema(tab, false)] as const] : []),
  ]);
  const { PageMeta, RowMeta, WriteMeta } = metaSchemas;
  return [
    ...ofTabs,
    ...(read
      ? ([
          ['Question', questionSchema],
          ['PageMeta', PageMeta],
          ['RowMeta', RowMeta],
        ] as const)
      : []),
    ...(create || update || remove ? ([['WriteMeta', WriteMeta]] as const) : []),
    ...(schema ? ([['TabSchema', tabSchema]] as const) : []),
    ['Project', projectSchema],
    ['Problem', problemSchema],
  ];
}

/** The parameters that some operation names. */
function parametersOf({ tabs, abilities: { read, create, update, remove } }: DescribedProject): Named {
  return [
    ...(read ? [...askingParameters, ...idFilters, ...tabs.flatMap(columnFilters)] : []),
    ...(create || update || remove ? writeParameters : []),
  ];
}

function componentsOf(project: DescribedProject): JsonObject {
  return {
    schemas: objectOf(schemasOf(project)),
    parameters: objectOf(parametersOf(project)),
    responses: objectOf(kindsOf(project).flatMap(problemResponses)),
    headers,
    securitySchemes,
  };
}

/** What the project’s own call is listed under, which no sheet is called. */
const projectTag = (tabs: readonly NamedTab[]) => new UniqueNames(tabs.map(({ title }) => title)).claim('Project');

const description = ({ origin, path, revision }: DescribedProject) =>
  `Each sheet of a spreadsheet is an endpoint of ${origin}${path}. Types, values and examples are those of revision ${revision}.`;

/**
 * A project as an OpenAPI 3.1 document: its own paths, types and examples, and only what the caller may do.
 */
export function openapiDocument(project: DescribedProject): JsonObject {
  const { title, revision, origin, tabs } = project;
  const tags: Json = [...new Set([projectTag(tabs), ...tabs.map((tab) => tab.title)])].map((name) => ({ name }));
  return {
    openapi: '3.1.0',
    info: {
      ...{ title, version: String(revision), description: description(project) },
      contact: { name: 'Tabpoint', url: origin },
    },
    servers: [{ url: origin }],
    tags,
    paths: pathsOf(addressesOf(project)),
    components: componentsOf(project),
  };
}
