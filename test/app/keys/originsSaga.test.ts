import type { ApiKey, KeyChange } from '../../../src/contract/keys';
import { selectKey, selectOriginChange } from '../../../src/app/keys/keysSelectors';
import { keysArrived, originAdded, originRemoved, revokeRequested } from '../../../src/app/keys/keysSlice';
import { ORIGINS_FAILED, UNDO_MS } from '../../../src/app/keys/keysSaga';
import { selectNotices } from '../../../src/app/notices/noticesSlice';
import { projectOpened } from '../../../src/app/projects/projectsSlice';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { networkGone, refused, signedOutError } from '../../fixtures/appState';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';
import { keyOf } from './keyFixtures';

const [A, B, C] = ['https://a.example', 'https://b.example', 'https://c.example'] as const;
const shop = keyOf({ origins: [A, B] });
const about = { projectId: 'p1', keyId: shop.id };

async function app(key: ApiKey = shop) {
  const change = controlledCall<[string, string, KeyChange], ApiKey>();
  const list = controlledCall<[string], readonly ApiKey[]>();
  const { dispatch, getState } = createAppStore(fakePorts({ keys: { change: change.call, list: list.call } }));
  // The saga is lazy-loaded.
  dispatch(projectOpened({ projectId: 'p1' }));
  await settled();
  dispatch(keysArrived({ projectId: 'p1', keys: [key] }));
  return {
    dispatch,
    state: getState,
    changes: change.calls,
    lists: list.calls,
    origins: () => selectKey(getState(), 'p1', shop.id)?.origins,
    agree: async (at: number) => {
      const origins = (change.calls[at]?.args[2] as KeyChange | undefined)?.origins;
      change.calls[at]?.answer({ ...key, origins });
      await settled();
    },
  };
}

it('adds a normalized origin, shown after the server’s response', async () => {
  const { dispatch, state, changes, origins, agree } = await app();
  dispatch(originAdded({ ...about, origin: 'https://C.example/' }));
  expect(changes[0]?.args).toEqual(['p1', shop.id, { origins: [A, B, C] }]);
  expect(selectOriginChange(state())).toMatchObject({ keyId: shop.id });
  expect(origins()).toEqual([A, B]);
  await agree(0);
  expect(origins()).toEqual([A, B, C]);
  expect(selectOriginChange(state())).toBeNull();
  expect(selectNotices(state())).toEqual([]);
});

it('restricts a key that worked on every site', async () => {
  const { dispatch, changes } = await app(keyOf());
  dispatch(originAdded({ ...about, origin: A }));
  expect(changes[0]?.args[2]).toEqual({ origins: [A] });
});

it('removes an origin, with Undo for five seconds', async () => {
  const { dispatch, state, changes, origins, agree } = await app();
  dispatch(originRemoved({ ...about, origin: A }));
  expect(changes[0]?.args[2]).toEqual({ origins: [B] });
  await agree(0);
  expect(origins()).toEqual([B]);
  expect(selectNotices(state())).toMatchObject([
    {
      kind: 'info',
      text: `${A} removed`,
      time: UNDO_MS,
      action: { label: 'Undo', event: originAdded({ ...about, origin: A, at: 0 }) },
    },
  ]);
  dispatch(originAdded({ ...about, origin: A, at: 0 }));
  await agree(1);
  expect(origins()).toEqual([A, B]);
});

it('leaves an empty list after the last one, which allows no site', async () => {
  const { dispatch, changes } = await app(keyOf({ origins: [A] }));
  dispatch(originRemoved({ ...about, origin: A }));
  expect(changes[0]?.args[2]).toEqual({ origins: [] });
});

it('sends changes one after the other, each based on the previous result', async () => {
  const { dispatch, changes, origins, agree } = await app();
  dispatch(originRemoved({ ...about, origin: A }));
  dispatch(originAdded({ ...about, origin: C }));
  expect(changes).toHaveLength(1);
  await agree(0);
  expect(changes[1]?.args[2]).toEqual({ origins: [B, C] });
  await agree(1);
  expect(origins()).toEqual([B, C]);
});

it.each([
  ['the server’s message', refused(422, { detail: 'A key has at most 20 origins.' }), 'A key has at most 20 origins.'],
  ['the default message', networkGone(), ORIGINS_FAILED],
])('leaves the list unchanged if a change fails, and shows %s', async (_whose, error, text) => {
  const { dispatch, state, changes, origins } = await app();
  dispatch(originRemoved({ ...about, origin: A }));
  changes[0]?.fail(error);
  await settled();
  expect(origins()).toEqual([A, B]);
  expect(selectOriginChange(state())).toBeNull();
  expect(selectNotices(state())).toMatchObject([{ kind: 'error', text }]);
});

it('reads the list if the answer is lost, and the next change starts from it', async () => {
  const { dispatch, changes, lists, origins } = await app();
  dispatch(originRemoved({ ...about, origin: A }));
  changes[0]?.fail(networkGone());
  await settled();
  dispatch(originAdded({ ...about, origin: C }));
  lists.at(-1)?.answer([{ ...shop, origins: [B] }]);
  await settled();
  expect(changes[1]?.args[2]).toEqual({ origins: [B, C] });
  expect(origins()).toEqual([B]);
});

it('aborts at the end of the session without a message, and works for the next person', async () => {
  const { dispatch, state, changes } = await app();
  dispatch(originRemoved({ ...about, origin: A }));
  dispatch(sessionEnded({ byChoice: false }));
  expect(changes[0]?.aborted()).toBe(true);
  dispatch(keysArrived({ projectId: 'p1', keys: [shop] }));
  dispatch(originRemoved({ ...about, origin: B }));
  changes[1]?.fail(signedOutError());
  await settled();
  expect(changes).toHaveLength(2);
  expect(selectNotices(state())).toEqual([]);
});

it('sends nothing for a key that no longer exists, and allows the next change', async () => {
  const { dispatch, changes, state } = await app();
  dispatch(revokeRequested(about));
  dispatch(originAdded({ projectId: 'p1', keyId: 'gone', origin: A, at: 0 }));
  expect(changes).toEqual([]);
  expect(selectOriginChange(state())).toBeNull();
});
