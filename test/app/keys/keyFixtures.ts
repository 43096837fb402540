import type { ApiKey } from '../../../src/contract/keys';
import type { Column } from '../../../src/contract/rows';

/** A key as in the server's response. */
export const keyOf = (parts: Partial<ApiKey> = {}): ApiKey => ({
  id: 'k1',
  name: 'Shop website',
  kind: 'publishable',
  prefix: 'tp_pk_9fK',
  suffix: 'c41d',
  scopes: ['read'],
  createdAt: '2026-03-01T10:00:00.000Z',
  lastUsedAt: null,
  ...parts,
});

export const roastBot = keyOf({
  id: 'k2',
  name: 'Roast bot',
  kind: 'secret',
  prefix: 'tp_sk_q8T',
  suffix: 'e93a',
  scopes: ['read', 'create', 'update'],
});

export const SECRET = 'tp_sk_q8TJ7xU2n0yqK1m5vW3pB8zR6cD4fG9hL2sA0eYoI3e93a';

/** A column of a tab. */
export const columnOf = (key: string): Column => ({
  ...{ key, header: key, slug: key, cell: 'A1' },
  ...{ type: 'text', nullable: false, unique: false, examples: [] },
});
