import type { Project } from '../../../src/contract/projects';
import type { SyncProgress, SyncRun, SyncsAnswer } from '../../../src/contract/syncs';
import { ApiError } from '../../../src/app/http/apiError';
import { selectProject } from '../../../src/app/projects/projectsSelectors';
import {
  deleteRequested,
  projectArrived,
  projectDeleted,
  projectLeft,
  projectListArrived,
  projectOpened,
} from '../../../src/app/projects/projectsSlice';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { NOT_READ, SYNC_FAILED, SYNC_POLL_MS } from '../../../src/app/sync/syncSaga';
import {
  selectHistory,
  selectRefreshSeconds,
  selectSync,
  selectSyncing,
  selectTabBeingRead,
} from '../../../src/app/sync/syncSelectors';
import { historyLeft, historyOpened, olderAsked, refreshChosen, syncAsked } from '../../../src/app/sync/syncSlice';
import { networkGone, projectOf, refused, signedOutError } from '../../fixtures/appState';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';

const coffee = projectOf();
const projectId = coffee.id;
const ended = sessionEnded({ byChoice: false });
const syncing: SyncProgress = {
  phase: 'reading',
  tabs: [
    { sheetId: 0, title: 'roasters', phase: 'done', rows: 48, total: 48 },
    { sheetId: 7, title: 'orders', phase: 'reading', rows: 1_204, total: 1_930 },
  ],
};

const runOf = (parts: Partial<SyncRun> = {}): SyncRun => ({
  id: 'run-1',
  startedAt: '2026-03-12T14:28:00.000Z',
  startedBy: 'person',
  milliseconds: 1_900,
  result: 'done',
  changes: [{ sheetId: 7, title: 'orders', added: 3, changed: 0, deleted: 0 }],
  revision: 4,
  ...parts,
});

async function app(place = '/') {
  const start = controlledCall<[string], Project>();
  const history = controlledCall<[string, string], SyncsAnswer>();
  const one = controlledCall<[string], Project>();
  const update = controlledCall<[string, object], Project>();
  const subscriptions: { onProgress: (progress: SyncProgress) => void; left: boolean }[] = [];
  const progress = async (_id: string, onProgress: (progress: SyncProgress) => void) => {
    const stream = { onProgress, left: false };
    subscriptions.push(stream);
    return () => void (stream.left = true);
  };
  const { dispatch, getState: state } = createAppStore(
    fakePorts({
      projects: { one: one.call, update: update.call },
      sync: { start: start.call, history: history.call, progress },
      location: () => place,
    }),
  );
  dispatch(projectArrived(coffee));
  dispatch(projectOpened({ projectId: 'another' }));
  await settled();
  return {
    ...{ dispatch, state, subscriptions },
    ...{ starts: start.calls, histories: history.calls, ones: one.calls, updates: update.calls },
  };
}

it('a project that was deleted does not come back with an answer from before', async () => {
  const { dispatch, state, starts, ones } = await app();
  dispatch(syncAsked({ projectId }));
  starts[0]?.fail(refused(502));
  await settled();
  const asked = ones.at(-1);
  expect(asked?.args).toEqual([projectId]);
  dispatch(deleteRequested({ projectId }));
  dispatch(projectDeleted({ projectId }));
  asked?.answer(coffee);
  await settled();
  expect(selectProject(state(), projectId)).toBeUndefined();
});

it('the history keeps a sync that an answer from before does not know', async () => {
  const { dispatch, state, starts, histories } = await app();
  dispatch(historyOpened({ projectId }));
  dispatch(syncAsked({ projectId }));
  starts[0]?.answer(projectOf({ revision: 4 }));
  await settled();
  histories[1]?.answer({ syncs: [runOf({ id: 'run-2' }), runOf()], keptDays: 30 });
  await settled();
  histories[0]?.answer({ syncs: [runOf()], keptDays: 30 });
  await settled();
  expect(selectHistory(state(), projectId)).toMatchObject({ runs: [{ id: 'run-2' }, { id: 'run-1' }] });
});

const notices = (state: () => { notices: readonly unknown[] }) => state().notices;

describe('a sync', () => {
  it('shows its progress, and its result at the end', async () => {
    const { dispatch, state, starts, subscriptions, histories } = await app();
    dispatch(syncAsked({ projectId }));
    expect(selectSyncing(state(), projectId)).toBe(true);
    subscriptions[0]?.onProgress({ phase: 'idle', tabs: [] });
    expect(selectSync(state(), projectId)).toEqual({ phase: 'running', progress: { phase: 'reading', tabs: [] } });
    subscriptions[0]?.onProgress(syncing);
    expect(selectTabBeingRead(state(), projectId)).toBe('orders');
    starts[0]?.answer(projectOf({ revision: 4 }));
    await settled();
    expect(subscriptions[0]?.left).toBe(true);
    expect(selectProject(state(), projectId)?.revision).toBe(4);
    expect(selectSync(state(), projectId)).toEqual({ phase: 'idle' });
    histories[0]?.answer({ syncs: [runOf()], keptDays: 30 });
    await settled();
    expect(notices(state)).toMatchObject([{ kind: 'info', text: 'Sync finished', detail: '+3 rows in orders' }]);
    expect(selectHistory(state(), projectId)).toMatchObject({ phase: 'ready', keptDays: 30 });
  });

  it('is requested once for several presses, and continues when the page is left', async () => {
    const { dispatch, starts } = await app();
    dispatch(syncAsked({ projectId }));
    dispatch(syncAsked({ projectId }));
    dispatch(projectLeft({ projectId }));
    dispatch(syncAsked({ projectId: 'other' }));
    expect(starts.map(({ args }) => args)).toEqual([[projectId], ['other']]);
    expect(starts[0]?.aborted()).toBe(false);
  });

  it.each([
    ['failed', projectOf({ status: 'stale' })],
    ['ended', projectOf({ revision: 4 })],
  ])('can be started again as soon as one has %s, while its history is loading', async (_how, project) => {
    const { dispatch, starts } = await app();
    dispatch(syncAsked({ projectId }));
    starts[0]?.answer(project);
    await settled();
    dispatch(syncAsked({ projectId }));
    expect(starts).toHaveLength(2);
  });

  it('shows nothing any more if the session ends while its history is loading', async () => {
    const { dispatch, state, starts, histories } = await app();
    dispatch(syncAsked({ projectId }));
    starts[0]?.answer(projectOf({ revision: 4 }));
    await settled();
    dispatch(ended);
    histories[0]?.answer({ syncs: [runOf()], keptDays: 30 });
    await settled();
    expect(notices(state)).toEqual([]);
  });

  it('that takes long is polled until it has ended', async () => {
    const { dispatch, state, starts, ones } = await app();
    jest.useFakeTimers();
    try {
      dispatch(syncAsked({ projectId }));
      starts[0]?.answer(projectOf({ status: 'syncing' }));
      await jest.advanceTimersByTimeAsync(SYNC_POLL_MS);
      ones.at(-1)?.answer(projectOf({ status: 'syncing' }));
      await jest.advanceTimersByTimeAsync(SYNC_POLL_MS);
      expect(selectSyncing(state(), projectId)).toBe(true);
      ones.at(-1)?.answer(projectOf({ status: 'live' }));
      await jest.advanceTimersByTimeAsync(0);
      expect(selectSync(state(), projectId)).toEqual({ phase: 'idle' });
    } finally {
      jest.useRealTimers();
    }
  });

  it.each([
    ["the server's words", refused(422, { detail: 'This spreadsheet is private.' }), 'This spreadsheet is private.'],
    ['the default message', networkGone(), SYNC_FAILED],
  ])('that fails shows %s, with a link to the Sync view', async (_whose, error, detail) => {
    const { dispatch, state, starts, ones, histories } = await app();
    const before = ones.length;
    dispatch(syncAsked({ projectId }));
    starts[0]?.fail(error);
    await settled();
    expect(selectSync(state(), projectId)).toMatchObject({ phase: 'failed', failure: { message: detail } });
    ones[before]?.answer(projectOf({ status: 'needsAccess' }));
    await settled();
    histories[0]?.answer({ syncs: [], keptDays: 30 });
    await settled();
    expect(selectProject(state(), projectId)?.status).toBe('needsAccess');
    const to = `/projects/${projectId}/roasters?view=sync`;
    expect(notices(state)).toMatchObject([{ kind: 'error', text: NOT_READ, detail, action: { label: 'Fix', to } }]);
    dispatch(syncAsked({ projectId }));
    expect(starts).toHaveLength(2);
  });

  it('that fails shows no toast while the Sync view is open', async () => {
    const { dispatch, state, starts, ones, histories } = await app(`/projects/${projectId}/roasters?view=sync`);
    dispatch(syncAsked({ projectId }));
    starts[0]?.answer(projectOf({ status: 'stale', statusReason: 'It is gone.' }));
    await settled();
    for (const calls of [...ones, ...histories]) calls.fail(networkGone());
    await settled();
    expect(selectSync(state(), projectId)).toMatchObject({ failure: { message: 'It is gone.' } });
    expect(notices(state)).toEqual([]);
  });

  it.each([
    ['has just been deleted', undefined],
    ['is being deleted', refused(404, { detail: 'There is no such project.' })],
  ])('of a project that %s shows nothing', async (_how, error) => {
    const { dispatch, state, starts, subscriptions } = await app();
    dispatch(syncAsked({ projectId }));
    if (error) starts[0]?.fail(error);
    else {
      dispatch(projectDeleted({ projectId }));
      starts[0]?.fail(refused(409, { detail: 'The project was deleted meanwhile.' }));
    }
    await settled();
    expect(subscriptions[0]?.left).toBe(true);
    expect(selectSync(state(), projectId)).toEqual({ phase: 'idle' });
    expect(notices(state)).toEqual([]);
  });

  it.each([
    ['returns a 401', signedOutError()],
    ['ends with the session', ended],
  ])('shows nothing if it %s', async (_how, cause) => {
    const { dispatch, state, starts, subscriptions } = await app();
    dispatch(syncAsked({ projectId }));
    if (cause instanceof ApiError) starts[0]?.fail(cause);
    else dispatch(cause);
    await settled();
    expect(subscriptions[0]?.left).toBe(true);
    expect(notices(state)).toEqual([]);
  });
});

describe('the history', () => {
  it('loads, and stays if a reload fails', async () => {
    const { dispatch, state, histories } = await app();
    dispatch(historyOpened({ projectId }));
    expect(selectHistory(state(), projectId)).toBeUndefined();
    histories[0]?.answer({ syncs: [runOf()], keptDays: 7 });
    await settled();
    dispatch(historyOpened({ projectId }));
    histories[1]?.fail(networkGone());
    await settled();
    expect(selectHistory(state(), projectId)).toMatchObject({ phase: 'ready', runs: [{ id: 'run-1' }], keptDays: 7 });
    dispatch(historyOpened({ projectId }));
    dispatch(historyLeft());
    expect(histories[2]?.aborted()).toBe(true);
  });

  it('loads older entries', async () => {
    const { dispatch, state, histories } = await app();
    dispatch(historyOpened({ projectId }));
    histories[0]?.answer({ syncs: [runOf()], keptDays: 30, next: 'before this' });
    await settled();
    dispatch(olderAsked({ projectId }));
    expect(histories[1]?.args).toEqual([projectId, 'before this']);
    histories[1]?.answer({ syncs: [runOf({ id: 'run-0' })], keptDays: 30 });
    await settled();
    const history = selectHistory(state(), projectId);
    expect(history).toMatchObject({ runs: [{ id: 'run-1' }, { id: 'run-0' }] });
    dispatch(olderAsked({ projectId }));
    expect(histories).toHaveLength(2);
  });

  it('keeps the entry of a sync that ends while older ones are loading', async () => {
    const { dispatch, state, histories } = await app();
    dispatch(historyOpened({ projectId }));
    histories[0]?.answer({ syncs: [runOf()], keptDays: 30, next: 'before this' });
    await settled();
    dispatch(olderAsked({ projectId }));
    dispatch(projectArrived({ ...coffee, syncedAt: '2026-03-12T15:00:00.000Z' }));
    histories[2]?.answer({ syncs: [runOf({ id: 'run-2' }), runOf()], keptDays: 30, next: 'before this' });
    await settled();
    histories[1]?.answer({ syncs: [runOf({ id: 'run-0' })], keptDays: 30 });
    await settled();
    expect(selectHistory(state(), projectId)).toMatchObject({
      runs: [{ id: 'run-2' }, { id: 'run-1' }, { id: 'run-0' }],
    });
  });

  it('gets a new entry when the project was synced elsewhere, and keeps the older ones', async () => {
    const { dispatch, state, histories } = await app();
    dispatch(historyOpened({ projectId }));
    histories[0]?.answer({ syncs: [runOf()], keptDays: 30, next: 'before this' });
    await settled();
    dispatch(olderAsked({ projectId }));
    histories[1]?.answer({ syncs: [runOf({ id: 'run-0' })], keptDays: 30 });
    await settled();
    dispatch(projectArrived({ ...coffee, title: 'Renamed' }));
    dispatch(projectArrived({ ...coffee, status: 'syncing' }));
    expect(histories).toHaveLength(2);
    dispatch(projectArrived({ ...coffee, syncedAt: '2026-03-12T15:00:00.000Z' }));
    expect(histories[2]?.args).toEqual([projectId, '']);
    histories[2]?.answer({ syncs: [runOf({ id: 'run-2' }), runOf()], keptDays: 30, next: 'before this' });
    await settled();
    const history = selectHistory(state(), projectId);
    expect(history).toMatchObject({ runs: [{ id: 'run-2' }, { id: 'run-1' }, { id: 'run-0' }] });
    expect(history).not.toMatchObject({ next: expect.anything() });
    dispatch(historyLeft());
    dispatch(projectArrived({ ...coffee, status: 'stale' }));
    expect(histories).toHaveLength(3);
  });

  it('is reloaded if the project was synced while it was loading', async () => {
    const { dispatch, histories } = await app();
    dispatch(historyOpened({ projectId }));
    dispatch(projectListArrived([{ ...coffee, status: 'needsAccess' }]));
    histories[0]?.answer({ syncs: [runOf()], keptDays: 30 });
    await settled();
    expect(histories).toHaveLength(2);
  });
});

describe('auto refresh', () => {
  it('shows the choice at once, then the server’s response', async () => {
    const { dispatch, state, updates } = await app();
    dispatch(refreshChosen({ projectId, seconds: 300 }));
    expect(selectRefreshSeconds(state(), projectId)).toBe(300);
    expect(updates[0]?.args).toEqual([projectId, { refreshSeconds: 300 }]);
    updates[0]?.answer(projectOf({ refreshSeconds: 300 }));
    await settled();
    expect(state().sync.refresh).toEqual({});
    expect(selectRefreshSeconds(state(), projectId)).toBe(300);
  });

  it('returns to the old choice if the server rejects it, and shows why', async () => {
    const { dispatch, state, updates } = await app();
    dispatch(refreshChosen({ projectId, seconds: 5 }));
    updates[0]?.fail(refused(422, { detail: 'On Free a sheet is looked at every 60 s at most.' }));
    await settled();
    expect(selectRefreshSeconds(state(), projectId)).toBe(coffee.refreshSeconds);
    expect(notices(state)).toMatchObject([{ kind: 'error', text: 'On Free a sheet is looked at every 60 s at most.' }]);
  });

  it('sends the last of several quick choices too, and those of other projects at once', async () => {
    const { dispatch, state, updates } = await app();
    for (const seconds of [300, 600, 900]) dispatch(refreshChosen({ projectId, seconds }));
    dispatch(refreshChosen({ projectId: 'other', seconds: 60 }));
    updates[0]?.answer(projectOf({ refreshSeconds: 300 }));
    await settled();
    expect(selectRefreshSeconds(state(), projectId)).toBe(900);
    expect(updates.map(({ args }) => args)).toEqual([
      [projectId, { refreshSeconds: 300 }],
      ['other', { refreshSeconds: 60 }],
      [projectId, { refreshSeconds: 900 }],
    ]);
    updates[2]?.fail(networkGone());
    await settled();
    expect(selectRefreshSeconds(state(), projectId)).toBe(300);
  });

  it('sends a choice while that of a deleted project is in flight', async () => {
    const { dispatch, state, updates } = await app();
    dispatch(refreshChosen({ projectId: 'other', seconds: 60 }));
    dispatch(projectDeleted({ projectId: 'other' }));
    dispatch(refreshChosen({ projectId, seconds: 300 }));
    updates[0]?.fail(refused(404));
    await settled();
    expect(updates[1]?.args).toEqual([projectId, { refreshSeconds: 300 }]);
    expect(state().sync.refresh).toEqual({ [projectId]: 300 });
  });
});
