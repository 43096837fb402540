import type { SyncProgress, SyncRun } from '../../src/contract/syncs';
import type { DriveVersion, SheetDifference, VersionDifference } from '../../src/contract/versions';

/** Syncs of every kind, the newest first. */
export const runs: readonly SyncRun[] = [
  {
    id: 'run4',
    startedAt: '2025-03-14T13:48:00.000Z',
    startedBy: 'person',
    milliseconds: 1_840,
    result: 'done',
    changes: [
      { sheetId: 2, title: 'orders', added: 3, changed: 12, deleted: 0 },
      { sheetId: 1, title: 'beans', added: 0, changed: 1, deleted: 2 },
    ],
    revision: 41,
  },
  {
    id: 'run3',
    startedAt: '2025-03-14T12:02:00.000Z',
    startedBy: 'schedule',
    milliseconds: 420,
    result: 'failed',
    reason: 'It is no longer shared with Tabpoint.',
    changes: [],
    revision: 40,
  },
  {
    id: 'run2',
    startedAt: '2025-03-13T08:30:00.000Z',
    startedBy: 'settings',
    milliseconds: 95,
    result: 'done',
    changes: [],
    revision: 40,
  },
];

export const progress: SyncProgress = {
  phase: 'reading',
  tabs: [
    { sheetId: 0, title: 'roasters', phase: 'done', rows: 48, total: 48 },
    { sheetId: 1, title: 'beans', phase: 'done', rows: 212, total: 212 },
    { sheetId: 2, title: 'orders', phase: 'reading', rows: 1_204, total: 1_930 },
    { sheetId: 3, title: 'archive', phase: 'waiting', rows: 0, total: 9_400 },
  ],
};

const versionOf = (n: number, createdAt: string, parts: Partial<DriveVersion> = {}): DriveVersion => ({
  n,
  current: false,
  fileName: 'Coffee roasters 2025.xlsx',
  bytes: 48_210,
  createdAt,
  tabs: [
    { title: 'roasters', rows: 48 },
    { title: 'beans', rows: 212 - n },
    { title: 'orders', rows: 1_930 },
  ],
  ...parts,
});

export const versions: readonly DriveVersion[] = [
  versionOf(3, '2025-03-14T13:48:00.000Z', { current: true, restoredFrom: 1 }),
  versionOf(2, '2025-03-08T09:12:00.000Z'),
  versionOf(1, '2025-03-01T10:00:00.000Z'),
];

const tabOf = (title: string, parts: Partial<SheetDifference>): SheetDifference => ({
  ...{ title, kind: 'changed', added: 0, changed: 0, deleted: 0, apiRowsKept: 0, apiRowsDropped: 0 },
  ...{ columnsAdded: [], columnsDeleted: [], columnsRetyped: [] },
  ...parts,
});

export const difference: VersionDifference = {
  tabs: [
    tabOf('roasters', { kind: 'kept' }),
    tabOf('beans', { added: 9, changed: 31, deleted: 2, columnsAdded: ['altitude'], columnsRetyped: ['price'] }),
    tabOf('orders', { added: 120, apiRowsKept: 4 }),
    tabOf('tastings', { kind: 'added', added: 40 }),
    tabOf('old prices', { kind: 'deleted', deleted: 18 }),
  ],
};

const farms = { ...tabOf('farms', { formerTitle: 'growers', added: 3, changed: 1 }), kind: 'changed' } as const;

/** A file whose sheet “farms” has the columns of “growers”, which it does not have. */
export const renamedDifference: VersionDifference = {
  tabs: [
    tabOf('roasters', { kind: 'kept' }),
    tabOf('farms', { kind: 'added', added: 24 }),
    tabOf('growers', { kind: 'renamed?', deleted: 21, apiRowsDropped: 2, ifRenamed: farms }),
  ],
};
