import { fileFormats } from '../../endpoints/answers/format';
import { UniqueNames } from '../../normalise/headers';
import type { DescribedProject, NamedTab } from '../describedProject';
import { type Operation, readResponses, tabOperations } from './operations';
import { askingParameters, columnFilters, idFilters, questionSchema, writeParameters } from './parameters';
import {
  headers,
  jsonContent,
  type JsonObject,
  type Named,
  objectOf,
  problemResponses,
  problemSchema,
  problemsOf,
  reference,
  securityOf,
  securitySchemes,
} from './parts';
import { metaSchemas, projectSchema, tabSchema, tabSchemas } from './schemas';

const ID: JsonObject = {
  ...{ name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  description: 'The row’s `_id`. One that begins with `_` has one more here.',
};

/** What the project’s own call is listed under, which no sheet is called. */
const projectTag = (tabs: readonly NamedTab[]) => new UniqueNames(tabs.map(({ title }) => title)).claim('Project');

/** `GET` of the project itself. */
const projectOperation = ({ title, path, tabs }: DescribedProject, operationId: string): Operation => ({
  ...{ path, method: 'get', kind: 'asking' },
  operation: {
    operationId,
    tags: [projectTag(tabs)],
    summary: `The endpoints of “${title}”`,
    description: 'The title of the spreadsheet, and its sheets with their addresses.',
    responses: {
      ...readResponses('The project.', jsonContent(reference('schemas', 'Project'))),
      ...problemsOf('asking'),
    },
  },
});

function operationsOf(project: DescribedProject): Operation[] {
  const ids = new UniqueNames();
  const { abilities, tabs } = project;
  const titles = new Set(tabs.map(({ title }) => title));
  const own = projectOperation(project, ids.claim('getProject'));
  const ofTabs = tabs.flatMap((tab) => {
    const filters = [...idFilters, ...columnFilters(tab)].map(([name]) => name);
    // A sheet that is really called so is meant first.
    const formats = fileFormats.filter((format) => !titles.has(`${tab.slug}.${format}`));
    return tabOperations(tab, filters, formats, abilities, (verb) => ids.claim(verb + tab.name));
  });
  return [own, ...ofTabs];
}

/** Operations by their addresses. Writing needs a key, reading only where the project is private. */
function pathsOf(project: DescribedProject): JsonObject {
  const paths = new Map<string, JsonObject>();
  for (const { path, method, kind, operation } of operationsOf(project)) {
    const shared = path.endsWith('/{id}') ? { parameters: [ID] } : {};
    const security = securityOf(kind === 'writing' || !project.isPublic);
    paths.set(path, { ...shared, ...paths.get(path), [method]: { ...operation, security } });
  }
  return objectOf(paths);
}

function componentsOf({ tabs, abilities }: DescribedProject): JsonObject {
  const { read, create, update, remove, schema } = abilities;
  const isWritten = create || update || remove;
  const { PageMeta, RowMeta, WriteMeta } = metaSchemas;
  const readSchemas = Object.entries({ Question: questionSchema, PageMeta, RowMeta });
  const schemas: Named = [
    ...tabs.flatMap((tab) => tabSchemas(tab, abilities)),
    ...(read ? readSchemas : []),
    ...(isWritten ? [['WriteMeta', WriteMeta] as const] : []),
    ...(schema ? [['TabSchema', tabSchema] as const] : []),
    ...([
      ['Project', projectSchema],
      ['Problem', problemSchema],
    ] as const),
  ];
  const parameters: Named = [
    ...(read ? [...askingParameters, ...idFilters, ...tabs.flatMap(columnFilters)] : []),
    ...(isWritten ? writeParameters : []),
  ];
  const responses = [...problemResponses('asking'), ...(isWritten ? problemResponses('writing') : [])];
  return {
    ...{ schemas: objectOf(schemas), parameters: objectOf(parameters), responses: objectOf(responses) },
    ...{ headers, securitySchemes },
  };
}

/**
 * A project as an OpenAPI 3.1 document: its own paths, types and examples, and only what the caller may do.
 */
export function openapiDocument(project: DescribedProject): JsonObject {
  const { title, path, revision, origin, tabs } = project;
  const tags = [...new Set([projectTag(tabs), ...tabs.map((tab) => tab.title)])].map((name) => ({ name }));
  const description = `Each sheet of a spreadsheet is an endpoint of ${origin}${path}. Types, values and examples are those of revision ${revision}.`;
  return {
    openapi: '3.1.0',
    info: { title, version: String(revision), description, contact: { name: 'Tabpoint', url: origin } },
    servers: [{ url: origin }],
    tags,
    paths: pathsOf(project),
    components: componentsOf(project),
  };
}
