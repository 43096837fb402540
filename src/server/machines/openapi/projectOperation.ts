import type { DescribedProject } from '../describedProject';
import { columnTypes } from '../../../contract/rows';
import { headersOf, readHeaders } from './headers';
import { type JsonObject, jsonContent, reference } from './json';
import { problemsOf } from './problems';

const text: JsonObject = { type: 'string' };
const integer: JsonObject = { type: 'integer' };

const whole = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** `GET` of the project itself. */
export const projectOperation = ({ title }: DescribedProject, operationId: string, tag: string): JsonObject => ({
  operationId,
  tags: [tag],
  summary: `The endpoints of “${title}”`,
  description: 'The title of the spreadsheet, and its sheets with their addresses.',
  responses: {
    '200': {
      description: 'The project.',
      headers: headersOf(...readHeaders),
      content: jsonContent(reference('schemas', 'Project')),
    },
    '304': { description: 'Nothing has changed: `If-None-Match` names the newest answer.' },
    ...problemsOf('asking'),
  },
});

export const projectSchema: JsonObject = whole({
  data: whole({
    title: text,
    tabs: {
      type: 'array',
      items: whole({ title: text, slug: text, url: { ...text, format: 'uri' }, rows: integer, columns: integer }),
    },
    revision: integer,
    syncedAt: { type: ['string', 'null'], format: 'date-time' },
  }),
});

/** A column with the address of its header cell, which not everybody is told. */
function withCell(properties: JsonObject): JsonObject {
  const schema = whole(properties);
  return { ...schema, properties: { ...properties, cell: text } };
}

/** The answer of `…/_schema`. */
export const tabSchema: JsonObject = whole({
  columns: {
    type: 'array',
    items: withCell({
      ...{ key: text, header: text, slug: text, type: { ...text, enum: [...columnTypes] } },
      ...{ nullable: { type: 'boolean' }, unique: { type: 'boolean' } },
      examples: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] } },
    }),
  },
  keyColumn: { type: ['string', 'null'] },
  rows: integer,
  revision: integer,
});
