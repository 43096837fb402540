import { fileFormats } from '../../endpoints/answers/format';
import { UniqueNames } from '../../normalise/headers';
import type { DescribedProject, NamedTab } from '../describedProject';
import { type Operation, readResponses, tabOperations } from './operations';
import { queryParameters, columnFilters, idFilters, querySchema, writeParameters } from './parameters';
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
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  description: 'The row’s `_id`. Put one more `_` before one that begins with `_`.',
};

/** Returns the tag of the project’s own operation. No sheet has this title. */
const projectTag = (tabs: readonly NamedTab[]) => new UniqueNames(tabs.map(({ title }) => title)).claim('Project');

/** Returns the `GET` operation of the project itself. */
const projectOperation = ({ title, path, tabs }: DescribedProject, operationId: string): Operation => ({
  path,
  method: 'get',
  kind: 'asking',
  operation: {
    operationId,
    tags: [projectTag(tabs)],
    summary: `The endpoints of “${title}”`,
    description: 'The title of the spreadsheet and its sheets with their URLs.',
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
    // A sheet whose title is such an address takes precedence.
    const formats = fileFormats.filter((format) => !titles.has(`${tab.slug}.${format}`));
    return tabOperations(tab, filters, formats, abilities, (verb) => ids.claim(verb + tab.name));
  });
  return [own, ...ofTabs];
}

/** Returns the operations by path. Writing needs a key; reading needs one only if the project is private. */
function pathsOf(project: DescribedProject): JsonObject {
  const paths = new Map<string, JsonObject>();
  for (const { path, method, kind, operation } of operationsOf(project)) {
    const shared = path.endsWith('/{id}') ? { parameters: [ID] } : {};
    const security = securityOf(kind === 'writing' || !project.isPublic);
    paths.set(path, { ...shared, ...paths.get(path), [method]: { ...operation, security } });
  }
  return objectOf(paths);
}

type Components = Readonly<Record<'schemas' | 'parameters' | 'responses' | 'headers', Named>>;

/** Returns every component that a project's paths may reference. */
const componentsOf = ({ tabs, abilities }: DescribedProject): Components => ({
  schemas: [
    ...tabs.flatMap((tab) => tabSchemas(tab, abilities)),
    ...Object.entries({ Query: querySchema, ...metaSchemas, TabSchema: tabSchema }),
    ...Object.entries({ Project: projectSchema, Problem: problemSchema }),
  ],
  parameters: [
    ...queryParameters,
    ...idFilters,
    ...(abilities.read ? tabs.flatMap(columnFilters) : []),
    ...writeParameters,
  ],
  responses: [...problemResponses('asking'), ...problemResponses('writing')],
  headers: Object.entries(headers),
});

function* referencesIn(part: unknown): Generator<string, void, undefined> {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, inner] of Object.entries(part)) {
    if (name === '$ref' && typeof inner === 'string') yield inner;
    else yield* referencesIn(inner);
  }
}

/** Returns the components that the paths reference, directly or through other components. */
function referencedComponents(paths: JsonObject, components: Components): JsonObject {
  const pathOf = (kind: string, name: string) => `#/components/${kind}/${name}`;
  const byPath = new Map<string, JsonObject>();
  for (const [kind, named] of Object.entries(components)) {
    for (const [name, component] of named) byPath.set(pathOf(kind, name), component);
  }
  const referenced = new Set(referencesIn(paths));
  // Iterating a set also visits entries that are added during the loop.
  for (const path of referenced) {
    for (const inner of referencesIn(byPath.get(path))) referenced.add(inner);
  }
  const kept = Object.entries(components).map(([kind, named]) => {
    return [kind, objectOf(named.filter(([name]) => referenced.has(pathOf(kind, name))))] as const;
  });
  return objectOf(kept);
}

/** Returns a project's OpenAPI 3.1 document: its paths, types and examples, restricted to what the caller may do. */
export function openapiDocument(project: DescribedProject): JsonObject {
  const { title, path, revision, origin, tabs } = project;
  const tags = [...new Set([projectTag(tabs), ...tabs.map((tab) => tab.title)])].map((name) => ({ name }));
  const description = `Each sheet of a spreadsheet is an endpoint of ${origin}${path}. Types, values and examples are those of revision ${revision}.`;
  const paths = pathsOf(project);
  return {
    openapi: '3.1.0',
    info: { title, version: String(revision), description, contact: { name: 'Tabpoint', url: origin } },
    servers: [{ url: origin }],
    tags,
    paths,
    components: { ...referencedComponents(paths, componentsOf(project)), securitySchemes },
  };
}
