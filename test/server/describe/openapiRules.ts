import { Errors, Meta } from 'typebox/schema';

/*
 * Rules of the OpenAPI Specification 3.1 that a project's document needs: allowed and required fields of each object. Schema
 * Objects are JSON Schema (draft 2020-12), whose own schema checks them.
 */

type Json = Record<string, unknown>;

const text = { type: 'string' };
const mapOf = (name: string) => ({ type: 'object', additionalProperties: { $ref: `#/$defs/${name}` } });
const listOf = (name: string) => ({ type: 'array', items: { $ref: `#/$defs/${name}` } });
const objectOf = (properties: Json, required: readonly string[] = [], extra: Json = {}) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
  ...extra,
});
const orReference = (schema: Json) => ({
  if: { type: 'object', required: ['$ref'] },
  then: objectOf({ $ref: { type: 'string', pattern: '^#/components/' } }, ['$ref']),
  else: schema,
});
const flag = { type: 'boolean' };
const schema = { type: ['object', 'boolean'] };
const operation = { $ref: '#/$defs/operation' };
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const componentName = { pattern: '^[a-zA-Z0-9._-]+$' };
const named = (what: Json) => ({ ...what, propertyNames: componentName });

const rules = {
  ...objectOf(
    {
      openapi: { type: 'string', pattern: '^3\\.1\\.\\d+(-.+)?$' },
      info: objectOf(
        { title: text, version: text, description: text, summary: text, contact: objectOf({ name: text, url: text }) },
        ['title', 'version'],
      ),
      servers: { type: 'array', items: objectOf({ url: text, description: text }, ['url']) },
      tags: { type: 'array', items: objectOf({ name: text, description: text }, ['name']) },
      paths: {
        type: 'object',
        propertyNames: { pattern: '^/' },
        additionalProperties: objectOf({
          ...Object.fromEntries(methods.map((method) => [method, operation])),
          parameters: listOf('parameter'),
        }),
      },
      components: objectOf({
        schemas: named({ type: 'object', additionalProperties: schema }),
        parameters: named(mapOf('parameter')),
        responses: named(mapOf('response')),
        headers: named(mapOf('header')),
        securitySchemes: named(mapOf('securityScheme')),
      }),
    },
    ['openapi', 'info', 'paths'],
  ),
  $defs: {
    operation: objectOf(
      {
        ...{ operationId: text, summary: text, description: text, tags: { type: 'array', items: text } },
        parameters: listOf('parameter'),
        requestBody: orReference(
          objectOf({ content: mapOf('mediaType'), required: flag, description: text }, ['content']),
        ),
        responses: {
          ...mapOf('response'),
          ...{ propertyNames: { pattern: '^[1-5](\\d\\d|XX)$|^default$' }, minProperties: 1 },
        },
        security: {
          type: 'array',
          items: { type: 'object', additionalProperties: { type: 'array', items: text } },
        },
      },
      ['responses'],
    ),
    parameter: orReference({
      ...objectOf(
        {
          ...{ name: text, in: { enum: ['query', 'header', 'path', 'cookie'] }, description: text },
          ...{ required: flag, schema, explode: flag, style: { enum: ['form', 'simple'] } },
          content: { ...mapOf('mediaType'), minProperties: 1, maxProperties: 1 },
        },
        ['name', 'in'],
      ),
      oneOf: [{ required: ['schema'] }, { required: ['content'] }],
      if: { properties: { in: { const: 'path' } } },
      then: { properties: { required: { const: true } }, required: ['required'] },
    }),
    response: orReference(
      objectOf({ description: text, headers: mapOf('header'), content: mapOf('mediaType') }, ['description']),
    ),
    header: orReference(objectOf({ description: text, schema, required: flag }, ['schema'])),
    mediaType: objectOf({ schema, example: {} }),
    securityScheme: objectOf(
      {
        type: { enum: ['http', 'apiKey'] },
        scheme: text,
        name: text,
        in: { enum: ['header', 'query'] },
        description: text,
      },
      ['type'],
    ),
  },
};

const asTexts = (found: readonly unknown[]) => found.map((error) => JSON.stringify(error));

/** Returns violations of the rules in a document. */
export function faultsOf(document: unknown): string[] {
  const [isGood, errors] = Errors(rules, document);
  return isGood ? [] : asTexts(errors);
}

const META = Meta['https://json-schema.org/draft/2020-12/schema'];

/** Returns errors of Schema Objects against JSON Schema. */
export function schemaFaultsOf(found: unknown): string[] {
  const [isGood, errors] = Errors(META, found);
  return isGood ? [] : asTexts(errors);
}

/** Validates a value with a Schema Object of a document, and follows its references. @returns errors */
export function misfitsOf(document: Json, found: Json, value: unknown): string[] {
  const [isGood, errors] = Errors({ allOf: [found], components: document['components'] }, value);
  return isGood ? [] : asTexts(errors);
}
