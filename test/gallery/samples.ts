import type { OpenSession } from '../../src/app/account/sessionsMachine';
import type { ApiFailure } from '../../src/app/http/apiError';
import type { User } from '../../src/app/session/sessionSlice';
import type { Project, ProjectTab, SheetPreview } from '../../src/contract/projects';

export const mara: User = { id: 'u1', email: 'mara@haldencoffee.example', name: 'Mara Lindqvist' };

export const unreachable: ApiFailure = { kind: 'network', message: 'The server could not be reached.' };

export const unavailable: ApiFailure = {
  kind: 'refused',
  message: 'The server answered with 503.',
  status: 503,
  statusText: 'Service Unavailable',
  body: { requestId: 'req_7f2c91' },
};

const tabOf = (projectId: string, title: string, sheetId: number, rows: number): ProjectTab => ({
  sheetId,
  title,
  slug: title,
  url: `https://tabpoint.example/v1/${projectId}/${title}`,
  rows,
  columns: 6,
  published: true,
  warnings: [],
});

interface Sample extends Partial<Project> {
  readonly id: string;
  readonly title: string;
  readonly sheets: Readonly<Record<string, number>>;
}

const projectOf = ({ sheets, ...parts }: Sample): Project => ({
  sheetId: `sheet-${parts.id}`,
  source: 'googleLink',
  url: `https://tabpoint.example/v1/${parts.id}`,
  writable: false,
  access: 'public',
  status: 'live',
  tabs: Object.entries(sheets).map(([title, rows], index) => tabOf(parts.id, title, index, rows)),
  revision: 1,
  syncedAt: '2025-03-14T10:00:00.000Z',
  refreshSeconds: 60,
  requests: { week: [640, 702, 688, 730, 502, 558, 782] },
  createdAt: '2025-03-01T10:00:00.000Z',
  ...parts,
});

export const coffee = projectOf({
  id: 'k3v9tq2mxa7rfw5d',
  title: 'Coffee roasters 2025',
  sheets: { roasters: 48, beans: 212, orders: 1_930 },
});

/** A project of every status. */
export const projects: readonly Project[] = [
  coffee,
  projectOf({
    id: 'p7d2wz8kq4nb6xhs',
    title: 'Conference schedule',
    source: 'drive',
    status: 'stale',
    sheets: { talks: 100, speakers: 118, rooms: 40, sponsors: 60 },
  }),
  projectOf({
    id: 'b5m1xk9rt3vq8zcj',
    title: 'Newsletter signups',
    status: 'syncing',
    syncedAt: null,
    sheets: { subscribers: 4_207 },
  }),
  projectOf({
    id: 'z2q7fh5ma9tx4rvn',
    title: 'Field survey, Lake Vättern',
    status: 'needsAccess',
    statusReason: 'It is no longer shared with Tabpoint.',
    requests: { week: [60, 52, 66, 48, 6, 1, 1] },
    sheets: { samples: 12_000, stations: 400, readings: 200, crew: 20, photos: 20 },
  }),
  projectOf({
    id: 'd6r3jb8wk1yc5mqg',
    title: 'Plant inventory',
    source: 'drive',
    status: 'paused',
    requests: { week: [0, 0, 0, 0, 0, 0, 0] },
    sheets: { plants: 700, suppliers: 31 },
  }),
];

export const draft = { text: 'https://docs.google.com/spreadsheets/d/1mXv8Qa/edit', sheetId: '1mXv8Qa' };

export const preview: SheetPreview = {
  title: coffee.title,
  source: 'googleLink',
  writable: false,
  tabs: coffee.tabs.map(({ sheetId, title, rows, columns }) => ({ sheetId, title, rows, columns })),
};

const sessionOf = (parts: Partial<OpenSession> & Pick<OpenSession, 'id'>): OpenSession => ({
  updatedAt: '2025-03-11T10:00:00.000Z',
  address: '192.0.2.14',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  current: false,
  ...parts,
});

export const sessions: readonly OpenSession[] = [
  sessionOf({ id: 'here', current: true }),
  sessionOf({
    id: 'phone',
    address: '192.0.2.80',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  }),
];
