import { misfitsOf } from './openapiRules';

/** An operation, as far as tests look at it. */
export interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Reference[];
  readonly requestBody?: { readonly content: Record<string, MediaType> };
  readonly responses: Record<string, Reference | Response>;
  readonly security: readonly object[];
}

interface Reference {
  readonly $ref: string;
}

interface MediaType {
  readonly schema?: Record<string, unknown>;
  readonly example?: unknown;
}

interface Response {
  readonly content?: Record<string, MediaType>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: Record<string, unknown>;
}

type PathItem = Record<string, Operation> & { readonly parameters?: readonly Parameter[] };

export interface Document extends Record<string, unknown> {
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, PathItem>;
  readonly components: {
    readonly schemas: Record<string, { properties: Record<string, Record<string, unknown>>; required?: string[] }>;
    readonly parameters: Record<string, Parameter>;
  };
}

/** What a reference leads to; undefined where that is nothing. */
export const followed = (document: Document, { $ref }: Reference): unknown =>
  $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);

const isReference = (value: object): value is Reference => '$ref' in value && typeof value.$ref === 'string';

/** Every object in a document, with where it stands. */
export function* objectsIn(value: unknown, path: readonly string[] = []): Generator<[readonly string[], object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, [...path, name]);
}

/** References that lead nowhere. */
export const lostReferences = (document: Document): string[] =>
  [...objectsIn(document)]
    .filter(([path, one]) => !path.includes('example') && !path.includes('examples') && isReference(one))
    .map(([, one]) => one as Reference)
    .filter((one) => followed(document, one) === undefined)
    .map(({ $ref }) => $ref);

/** Components that nothing refers to. */
export function unusedComponents(document: Document): string[] {
  const written = JSON.stringify(document);
  return Object.entries(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`))
    .filter((path) => !written.includes(`"$ref":"${path}"`));
}

/** Every operation: its path, its method and itself. */
export const operationsOf = ({ paths }: Document): [string, string, Operation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, one]): [string, string, Operation] => [path, method, one as Operation]),
  );

/** `get /v1/…`, sorted. */
export const callsOf = (document: Document, id: string): string[] =>
  operationsOf(document)
    .map(([path, method]) => `${method} ${path.replace(`/v1/${id}`, '')}`)
    .sort();

/** Parameters of an operation, those of its path too. */
export function parametersOf(document: Document, path: string, one: Operation): Parameter[] {
  const own = (one.parameters ?? []).map((reference) => followed(document, reference) as Parameter);
  return [...(document.paths[path]?.parameters ?? []), ...own];
}

/** What of an answer does not fit what the document says of it. */
export function answerMisfits(document: Document, path: string, method: string, status: number, body: unknown) {
  const response = document.paths[path]?.[method]?.responses[String(status)];
  if (response === undefined) return [`${method} ${path} says nothing of ${status}`];
  const whole = (isReference(response) ? followed(document, response) : response) as Response;
  const [content] = Object.values(whole.content ?? {});
  return misfitsOf(document, content?.schema ?? {}, body);
}
