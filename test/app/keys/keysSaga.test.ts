import { testSaga } from 'redux-saga-test-plan';
import { fork, takeLatest, takeLeading } from 'redux-saga/effects';
import type { ApiKey, MadeKey, NewKey } from '../../../src/contract/keys';
import {
  keysSaga,
  MAKE_FAILED,
  makeKey,
  originsSaga,
  REVOKE_FAILED,
  revokeKey,
  showKeys,
} from '../../../src/app/keys/keysSaga';
import {
  selectKeys,
  selectKeyList,
  selectKeysPhase,
  selectNewKey,
  selectRevokingId,
} from '../../../src/app/keys/keysSelectors';
import {
  keyAdded,
  keysArrived,
  keysRetried,
  newKeyClosed,
  newKeyOpened,
  newKeySubmitted,
  revokeRequested,
} from '../../../src/app/keys/keysSlice';
import { selectNotices } from '../../../src/app/notices/noticesSlice';
import { projectDeleted, projectLeft, projectOpened } from '../../../src/app/projects/projectsSlice';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { networkGone, refused, signedOutError, timedOut } from '../../fixtures/appState';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';
import { keyOf, roastBot, SECRET } from './keyFixtures';

const projectId = 'p1';
const shop = keyOf();
const wish: NewKey = { name: 'Roast bot', kind: 'secret', scopes: ['read', 'create', 'update'] };
const ended = sessionEnded({ byChoice: false });

async function app() {
  const list = controlledCall<[string], readonly ApiKey[]>();
  const make = controlledCall<[string, NewKey], MadeKey>();
  const revoke = controlledCall<[string, string], void>();
  const { change } = fakePorts().keys;
  const { dispatch, getState: state } = createAppStore(
    fakePorts({ keys: { list: list.call, make: make.call, change, revoke: revoke.call } }),
  );
  // The saga is lazy-loaded.
  dispatch(projectLeft({ projectId }));
  await settled();
  return { dispatch, state, lists: list.calls, makes: make.calls, revokes: revoke.calls };
}

async function making() {
  const world = await app();
  world.dispatch(keysArrived({ projectId, keys: [shop] }));
  world.dispatch(newKeyOpened({ projectId }));
  world.dispatch(newKeySubmitted({ projectId, wish }));
  return world;
}

async function revoking() {
  const world = await app();
  world.dispatch(keysArrived({ projectId, keys: [shop, roastBot] }));
  world.dispatch(revokeRequested({ projectId, keyId: shop.id }));
  return world;
}

describe('wiring', () => {
  it('loads with takeLatest, changes with takeLeading', async () => {
    testSaga(keysSaga)
      .next()
      .is(takeLatest([projectOpened, keysRetried], showKeys))
      .next()
      .is(takeLeading(newKeySubmitted, makeKey))
      .next()
      .is(takeLeading(revokeRequested, revokeKey))
      .next()
      .is(fork(originsSaga))
      .next()
      .isDone();
  });
});

describe('the list of keys', () => {
  it('loads as soon as the page of its project is open', async () => {
    const { dispatch, state, lists } = await app();
    dispatch(projectOpened({ projectId }));
    expect(lists[0]?.args).toEqual([projectId]);
    expect(selectKeysPhase(state(), projectId)).toBe('loading');
    lists[0]?.answer([shop]);
    await settled();
    expect(selectKeys(state(), projectId)).toEqual([shop]);
    expect(selectKeysPhase(state(), 'another')).toBe('loading');
  });

  it.each([
    ["the server's words", refused(503, { detail: 'Busy.' })],
    ['a timeout', timedOut()],
    ['a network error', networkGone()],
  ])('fails on %s, and loads on "Try again"', async (_what, error) => {
    const { dispatch, state, lists } = await app();
    dispatch(projectOpened({ projectId }));
    lists[0]?.fail(error);
    await settled();
    expect(selectKeyList(state(), projectId)).toEqual({ phase: 'failed', failure: error.failure });
    dispatch(keysRetried({ projectId }));
    expect(selectKeysPhase(state(), projectId)).toBe('loading');
    lists[1]?.answer([]);
    await settled();
    expect(selectKeysPhase(state(), projectId)).toBe('ready');
  });

  it('stays while it is reloaded, also if that fails', async () => {
    const { dispatch, state, lists } = await app();
    dispatch(keysArrived({ projectId, keys: [shop] }));
    dispatch(projectOpened({ projectId }));
    lists[0]?.fail(networkGone());
    await settled();
    expect(selectKeys(state(), projectId)).toEqual([shop]);
  });

  it.each([
    ['the page is left', projectLeft({ projectId })],
    ['the session ends', ended],
  ])('is aborted when %s', async (_when, event) => {
    const { dispatch, state, lists } = await app();
    dispatch(projectOpened({ projectId }));
    dispatch(event);
    expect(lists[0]?.aborted()).toBe(true);
    lists[0]?.answer([shop]);
    await settled();
    expect(selectKeys(state(), projectId)).toEqual([]);
  });

  it('keeps a key that was made while the list was loading', async () => {
    const { dispatch, state, lists } = await app();
    dispatch(keysArrived({ projectId, keys: [] }));
    dispatch(projectOpened({ projectId }));
    dispatch(keyAdded({ projectId, key: shop, replaces: [] }));
    lists[0]?.answer([]);
    await settled();
    expect(selectKeys(state(), projectId)).toEqual([shop]);
    lists[1]?.answer([shop]);
    await settled();
    expect(selectKeys(state(), projectId)).toEqual([shop]);
  });

  it('shows no error after a 401', async () => {
    const { dispatch, state, lists } = await app();
    dispatch(projectOpened({ projectId }));
    lists[0]?.fail(signedOutError());
    await settled();
    expect(selectKeysPhase(state(), projectId)).toBe('loading');
  });

  it('is cleared with its project', async () => {
    const { dispatch, state } = await app();
    dispatch(keysArrived({ projectId, keys: [shop] }));
    dispatch(projectDeleted({ projectId }));
    expect(selectKeys(state(), projectId)).toEqual([]);
  });
});

describe('creating a key', () => {
  it('shows the key and puts it on top of the list', async () => {
    const { state, makes } = await making();
    expect(makes[0]?.args).toEqual([projectId, { ...wish, id: expect.any(String), replaces: [] }]);
    makes[0]?.answer({ key: roastBot, secret: SECRET });
    await settled();
    expect(selectNewKey(state())).toEqual({ phase: 'made', key: roastBot, secret: SECRET });
    expect(selectKeys(state(), projectId)).toEqual([roastBot, shop]);
  });

  it('sends one request for several presses, and continues after the page is left', async () => {
    const { dispatch, state, makes } = await making();
    dispatch(newKeySubmitted({ projectId, wish }));
    dispatch(newKeyClosed());
    dispatch(projectLeft({ projectId }));
    expect(makes).toHaveLength(1);
    expect(makes[0]?.aborted()).toBe(false);
    makes[0]?.answer({ key: roastBot, secret: SECRET });
    await settled();
    expect(selectNewKey(state())).toMatchObject({ phase: 'made' });
  });

  it.each([
    [
      "the server's words",
      refused(422, { detail: 'Give the key a name.', code: 'invalid_key' }),
      'Give the key a name.',
    ],
    ['that it may exist, as the answer may be lost,', networkGone(), MAKE_FAILED],
    ['the default message', refused(500), MAKE_FAILED],
    ['the message of a timeout', timedOut(), 'Request timed out'],
  ])('shows %s if it fails, and can be tried again', async (_whose, error, message) => {
    const { dispatch, state, makes } = await making();
    makes[0]?.fail(error);
    await settled();
    expect(selectNewKey(state())).toMatchObject({ phase: 'drafting', failure: { message } });
    dispatch(newKeySubmitted({ projectId, wish }));
    makes[1]?.answer({ key: roastBot, secret: SECRET });
    await settled();
    expect(selectNewKey(state())).toMatchObject({ phase: 'made' });
  });

  it('replaces the keys of failed attempts, which may exist with unknown secrets', async () => {
    const { dispatch, state, makes } = await making();
    for (const error of [networkGone(), refused(502)]) {
      makes.at(-1)?.fail(error);
      await settled();
      dispatch(newKeySubmitted({ projectId, wish }));
    }
    const sent = makes.map(({ args }) => args[1] as NewKey);
    const ids = sent.map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(sent.map(({ replaces }) => replaces)).toEqual([[], ids.slice(0, 1), ids.slice(0, 2)]);
    const unseen = ids.slice(0, 2).map((id) => ({ ...roastBot, id: String(id) }));
    dispatch(keysArrived({ projectId, keys: [...unseen, shop] }));
    makes[2]?.answer({ key: roastBot, secret: SECRET });
    await settled();
    expect(selectKeys(state(), projectId)).toEqual([roastBot, shop]);
  });

  it('leaves no trace when the session ends', async () => {
    const { dispatch, state, makes } = await making();
    dispatch(ended);
    expect(makes[0]?.aborted()).toBe(true);
    makes[0]?.answer({ key: roastBot, secret: SECRET });
    await settled();
    expect(JSON.stringify(state())).not.toContain(SECRET);
  });

  it('clears the secret when the dialog is closed', async () => {
    const { dispatch, state, makes } = await making();
    makes[0]?.answer({ key: roastBot, secret: SECRET });
    await settled();
    dispatch({ type: 'keys/keyCopied' });
    dispatch(newKeyClosed());
    expect(JSON.stringify(state())).not.toContain(SECRET);
  });
});

describe('revoking a key', () => {
  it.each([
    ['done', undefined],
    ['gone already', refused(404)],
  ])('%s: removes it from the list, with a notice', async (_how, error) => {
    const { state, revokes } = await revoking();
    expect(revokes[0]?.args).toEqual([projectId, shop.id]);
    expect(selectRevokingId(state())).toBe(shop.id);
    if (error === undefined) revokes[0]?.answer();
    else revokes[0]?.fail(error);
    await settled();
    expect(selectKeys(state(), projectId)).toEqual([roastBot]);
    expect(selectRevokingId(state())).toBeNull();
    expect(selectNotices(state())).toMatchObject([{ kind: 'info', text: 'Shop website revoked' }]);
  });

  it('whose answer was lost: removes it if the list of keys has it no more', async () => {
    const { state, revokes, lists } = await revoking();
    revokes[0]?.fail(networkGone());
    await settled();
    lists.at(-1)?.answer([roastBot]);
    await settled();
    expect(selectKeys(state(), projectId)).toEqual([roastBot]);
    expect(selectNotices(state())).toMatchObject([{ kind: 'info', text: 'Shop website revoked' }]);
  });

  it.each([
    ['the list of keys still has it', [shop, roastBot]],
    ['the list cannot be read either', undefined],
  ])('says that the key may still work if it fails, and %s', async (_why, listed) => {
    const { state, revokes, lists } = await revoking();
    revokes[0]?.fail(networkGone());
    await settled();
    if (listed === undefined) lists.at(-1)?.fail(networkGone());
    else lists.at(-1)?.answer(listed);
    await settled();
    expect(selectKeys(state(), projectId)).toEqual([shop, roastBot]);
    expect(selectRevokingId(state())).toBeNull();
    expect(selectNotices(state())).toMatchObject([{ kind: 'error', text: REVOKE_FAILED }]);
  });

  it('shows nothing if the session has ended', async () => {
    const { dispatch, state, revokes } = await revoking();
    dispatch(ended);
    expect(revokes[0]?.aborted()).toBe(true);
    await settled();
    expect(selectNotices(state())).toEqual([]);
  });
});
