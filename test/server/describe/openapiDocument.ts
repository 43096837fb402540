import { Errors, Meta } from 'typebox/schema';

/** Parts of an operation that tests read. */
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

/** Returns the target of a reference, or undefined. */
export const followed = (document: Document, { $ref }: Reference): unknown =>
  $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);

const isReference = (value: object): value is Reference => '$ref' in value && typeof value.$ref === 'string';

/** Returns every object in a document, with its path. */
export function* objectsIn(value: unknown, path: readonly string[] = []): Generator<[readonly string[], object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, [...path, name]);
}

/** Returns broken references. */
export const lostReferences = (document: Document): string[] =>
  [...objectsIn(document)]
    .filter(([path, one]) => !path.includes('example') && !path.includes('examples') && isReference(one))
    .map(([, one]) => one as Reference)
    .filter((one) => followed(document, one) === undefined)
    .map(({ $ref }) => $ref);

/** Returns unused components. */
export function unusedComponents(document: Document): string[] {
  const written = JSON.stringify(document);
  return Object.entries(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`))
    .filter((path) => !written.includes(`"$ref":"${path}"`));
}

/** Returns every operation with its path and method. */
export const operationsOf = ({ paths }: Document): [string, string, Operation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, one]): [string, string, Operation] => [path, method, one as Operation]),
  );

/** Returns operations as `get /v1/…`, sorted. */
export const callsOf = (document: Document, id: string): string[] =>
  operationsOf(document)
    .map(([path, method]) => `${method} ${path.replace(`/v1/${id}`, '')}`)
    .sort();

/** Returns the parameters of an operation and of its path. */
export function parametersOf(document: Document, path: string, one: Operation): Parameter[] {
  const own = (one.parameters ?? []).map((reference) => followed(document, reference) as Parameter);
  return [...(document.paths[path]?.parameters ?? []), ...own];
}

const asTexts = (found: readonly unknown[]) => found.map((error) => JSON.stringify(error));

const META = Meta['https://json-schema.org/draft/2020-12/schema'];

/** Returns errors of Schema Objects against JSON Schema. */
export function schemaFaultsOf(found: unknown): string[] {
  const [isGood, errors] = Errors(META, found);
  return isGood ? [] : asTexts(errors);
}

/** Validates a value with a Schema Object of a document, and follows its references. @returns errors */
export function misfitsOf(document: Document, found: Record<string, unknown>, value: unknown): string[] {
  const [isGood, errors] = Errors({ allOf: [found], components: document.components }, value);
  return isGood ? [] : asTexts(errors);
}

/** Returns the mismatches of a response with its documented schema. */
export function answerMisfits(document: Document, path: string, method: string, status: number, body: unknown) {
  const response = document.paths[path]?.[method]?.responses[String(status)];
  if (response === undefined) return [`${method} ${path} says nothing of ${status}`];
  const whole = (isReference(response) ? followed(document, response) : response) as Response;
  const [content] = Object.values(whole.content ?? {});
  return misfitsOf(document, content?.schema ?? {}, body);
}
