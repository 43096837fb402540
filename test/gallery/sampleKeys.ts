import type { ApiKey } from '../../src/contract/keys';

/** A key of each kind, one of them never used. */
export const keys: readonly ApiKey[] = [
  {
    id: 'shop',
    name: 'Shop website',
    kind: 'publishable',
    prefix: 'tp_pk_9fK',
    suffix: '4Zqe',
    scopes: ['read'],
    origins: ['https://haldencoffee.example', 'http://localhost:5173'],
    createdAt: '2025-03-01T10:00:00.000Z',
    lastUsedAt: '2025-03-14T10:00:00.000Z',
  },
  {
    id: 'bot',
    name: 'Roast bot',
    kind: 'secret',
    prefix: 'tp_sk_T7w',
    suffix: 'm2Xa',
    scopes: ['read', 'create', 'update'],
    tabs: [1, 2],
    hiddenColumns: [{ sheetId: 1, columns: ['price'] }],
    expiresAt: '2030-04-30T21:59:59.000Z',
    createdAt: '2025-02-11T10:00:00.000Z',
    lastUsedAt: null,
  },
];

/** The key itself, as it is shown once; it opens nothing. */
export const madeKey = {
  key: { ...(keys[0] as ApiKey), id: 'new' },
  secret: 'tp_pk_9fKno0door0is0opened0by0this0sample4Zqe',
};
