import type { Column, Row } from '../../../src/contract/rows';
import type { TriedAnswer } from '../../../src/app/tryIt/tryItApi';
import { projectOf } from '../../fixtures/appState';

const column = (key: string, parts: Partial<Column> = {}): Column => ({
  key,
  header: key,
  slug: key.replaceAll(' ', '_'),
  type: 'text',
  nullable: false,
  unique: false,
  examples: [],
  cell: 'A1',
  ...parts,
});

export const columns: readonly Column[] = [
  column('name', { unique: true, examples: ['Kochere Natural'] }),
  column('origin', { examples: ['Ethiopia', 'Kenya'] }),
  column('price', { type: 'number', nullable: true, examples: [17.5] }),
  column('in stock', { type: 'boolean', examples: [true] }),
];

export const first: Row = { _id: 'r_8k2f', name: 'Kochere Natural', origin: 'Ethiopia', price: 17.5, 'in stock': true };

export const beans = { ...projectOf().tabs[0], sheetId: 7, title: 'beans', slug: 'beans' } as ReturnType<
  typeof projectOf
>['tabs'][number];

export const URL_OF_BEANS = 'https://tabpoint.example/v1/k3v9tq2mxa7rfw5d/beans';

export const coffee = projectOf({ access: 'public', tabs: [{ ...beans, url: URL_OF_BEANS }] });

export const answerOf = (parts: Partial<TriedAnswer> = {}): TriedAnswer => ({
  status: 200,
  statusText: 'OK',
  headers: [
    ['content-type', 'application/json; charset=utf-8'],
    ['x-tabpoint-revision', '17'],
  ],
  body: '{"data":[{"_id":"r_8k2f","name":"Kochere Natural"}],"meta":{"total":1,"revision":17}}',
  bytes: 604,
  milliseconds: 38,
  ...parts,
});

export const problemOf = (status: number, code: string, detail = 'No.') =>
  answerOf({ status, statusText: '', body: JSON.stringify({ status, code, detail }) });
