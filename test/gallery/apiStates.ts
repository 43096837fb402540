import { columnsArrived, columnsFailed } from '../../src/app/columns/columnsSlice';
import { paths } from '../../src/app/paths';
import { answerArrived, requestSent, serverUnreachable } from '../../src/app/tryIt/tryItSlice';
import { columns, rows } from './sampleRows';
import { coffee, unreachable } from './samples';
import { after, opened, type ShownState, stateAt, tab } from './shownState';

const place = paths.project(coffee.id, 'beans', 'api');
const api = stateAt(place);
const toDelete = stateAt(`${place}&call=delete`);
const toAdd = stateAt(`${place}&call=add`);

const known = [...opened, columnsArrived({ ...tab, revision: 1, answer: { columns, first: rows[0] ?? null } })];
const sent = [
  ...known,
  requestSent({ method: 'GET', asOwner: true, path: `/v1/${coffee.id}/beans?origin=Ethiopia&_limit=2` }),
];

const answerOf = (status: number, statusText: string, body: unknown) => {
  const text = JSON.stringify(body);
  const headers = [
    ['content-type', 'application/json; charset=utf-8'],
    ['x-tabpoint-revision', '41'],
  ] as const;
  return { status, statusText, headers, body: text, bytes: text.length, milliseconds: 38 };
};
const answered = answerOf(200, 'OK', {
  data: rows.slice(0, 2),
  meta: { total: 31, count: 2, limit: 2, offset: 0, revision: 41 },
});
const refused = answerOf(401, 'Unauthorized', {
  ...{ title: 'A key is needed', status: 401, code: 'key_missing', requestId: 'req_7f2c91' },
  detail: 'Writing to this endpoint needs a key.',
});

/** The API view and what is tried in it. */
export const apiStates: readonly ShownState[] = [
  api('project-api', ...known),
  api('project-api-loading', ...opened),
  api('project-api-error', ...opened, columnsFailed({ ...tab, failure: unreachable })),
  api('project-api-sending', ...sent),
  api('project-api-answered', ...sent, answerArrived(answered)),
  after(api('project-api-headers', ...sent, answerArrived(answered)), { press: 'Headers' }),
  api('project-api-refused', ...sent, answerArrived(refused)),
  api('project-api-unreachable', ...sent, serverUnreachable()),
  toAdd('project-api-add', ...known),
  after(toDelete('project-api-deleting', ...known), { press: 'Send' }, { see: 'dialog[open]' }),
];
