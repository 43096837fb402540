import { limits } from '../../../contract/limits';
import type { JsonObject } from './json';

const flag: JsonObject = { type: 'integer', enum: [0, 1] };

/** What a write can be told beside its rows, by what it is called among the components. */
export const writeParameters: readonly (readonly [string, JsonObject])[] = [
  [
    'write.upsert',
    {
      ...{ name: '_upsert', in: 'query', schema: { type: 'string' } },
      description: 'A column: rows whose value in it is there already are changed instead of added.',
    },
  ],
  [
    'write.dry_run',
    {
      name: '_dry_run',
      in: 'query',
      schema: flag,
      description: 'With 1 nothing is written: what would be is answered.',
    },
  ],
  [
    'write.unknown',
    {
      ...{ name: '_unknown', in: 'query', schema: { type: 'string', enum: ['refuse', 'ignore'], default: 'refuse' } },
      description: 'With `ignore`, names that are no columns are left out and listed in `meta.ignored`.',
    },
  ],
  [
    'write.max_affected',
    {
      ...{ name: '_max_affected', in: 'query' },
      schema: {
        ...{ type: 'integer', minimum: 0, maximum: limits.rowsPerFilterWriteMost },
        default: limits.rowsPerFilterWrite,
      },
      description: 'Most rows that the filter may match.',
    },
  ],
  [
    'write.idempotency',
    {
      ...{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', minLength: 1, maxLength: 255 } },
      description: 'A repeat with the same key is answered as the first time, for 24 hours, and writes nothing.',
    },
  ],
  [
    'write.if_match',
    {
      ...{ name: 'If-Match', in: 'header', schema: { type: 'string' } },
      description: '`ETag` of the row as it was read: one that has changed since is refused with 412.',
    },
  ],
];
