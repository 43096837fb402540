import type { FastifySchemaValidationError } from 'fastify';
import type { ProblemLine } from '../contract/problems';

const types: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a JSON object',
  array: 'a list',
  null: 'null',
};

type Params = FastifySchemaValidationError['params'];
const counted = (limit: unknown, thing: string) => `${String(limit)} ${thing}${limit === 1 ? '' : 's'}`;

/** What may follow "must" for a keyword of JSON Schema; keywords that say nothing to a person are left out. */
const musts: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) =>
    `be ${[type]
      .flat()
      .map((one) => types[String(one)] ?? String(one))
      .join(' or ')}`,
  enum: ({ allowedValues }) =>
    `be ${listOf(allowedValues)
      .map((value) => JSON.stringify(value))
      .join(' or ')}`,
  const: ({ allowedValue }) => `be ${JSON.stringify(allowedValue)}`,
  minimum: ({ limit }) => `be at least ${String(limit)}`,
  maximum: ({ limit }) => `be at most ${String(limit)}`,
  minLength: ({ limit }) => (limit === 1 ? 'not be empty' : `have at least ${counted(limit, 'character')}`),
  maxLength: ({ limit }) => `have at most ${counted(limit, 'character')}`,
  minItems: ({ limit }) => `have at least ${counted(limit, 'item')}`,
  maxItems: ({ limit }) => `have at most ${counted(limit, 'item')}`,
  minProperties: ({ limit }) => `have at least ${counted(limit, 'field')}`,
  maxProperties: ({ limit }) => `have at most ${counted(limit, 'field')}`,
  pattern: ({ pattern }) => `match ${String(pattern)}`,
};

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** `/tabs/0/title` → `['tabs', '0', 'title']` (JSON Pointer, RFC 6901). */
const pathOf = (pointer: string) => pointer.split('/').slice(1).map(unescaped);

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Fields that an error names inside the place where it stands. */
const missingFields = ({ keyword, params }: FastifySchemaValidationError) =>
  keyword === 'required' ? listOf(params.requiredProperties) : [];

/** Field → what is wrong with it; the alternatives of a union stand side by side. */
function sentencesOf(errors: readonly FastifySchemaValidationError[]): Map<string, string[]> {
  const sentences = new Map<string, string[]>();
  const add = (path: readonly string[], sentence: string) => {
    const field = path.join('.');
    sentences.set(field, [...(sentences.get(field) ?? []), sentence]);
  };
  for (const error of errors) {
    const path = pathOf(error.instancePath);
    for (const name of missingFields(error)) add([...path, name], 'is missing');
    // A field that is not in the schema stands under its own name, refused by the schema `false`.
    if (error.keyword === 'boolean') add(path, 'is not a field known here');
    const must = musts[error.keyword];
    if (must !== undefined) add(path, must(error.params));
  }
  return sentences;
}

const joined = ([first = 'is not valid', ...more]: readonly string[]) =>
  /^(is|has) /.test(first) ? first : `must ${[first, ...more].join(' or ')}`;

/** What is wrong with each field of a request, in words that can be put behind its name; TypeBox stops after eight errors. */
export function validationLines(errors: readonly FastifySchemaValidationError[]): ProblemLine[] {
  return [...sentencesOf(errors)].map(([field, sentences]) => {
    const detail = joined(sentences);
    return field === '' ? { detail } : { field, detail };
  });
}
