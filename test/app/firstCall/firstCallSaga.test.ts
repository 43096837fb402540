import { expectSaga } from 'redux-saga-test-plan';
import { firstCallSaga, NO_KEY, NOT_OPENED } from '../../../src/app/firstCall/firstCallSaga';
import { keyWanted, openingWanted, selectFirstCall } from '../../../src/app/firstCall/firstCallSlice';
import { selectKeys, selectNewKey } from '../../../src/app/keys/keysSelectors';
import { keysArrived, newKeyOpened, newKeySubmitted } from '../../../src/app/keys/keysSlice';
import type { NewKey } from '../../../src/contract/keys';
import type { Ports } from '../../../src/app/ports';
import { accessConfirmed, accessRefused, projectArrived, projectLeft } from '../../../src/app/projects/projectsSlice';
import { rootReducer, type RootState } from '../../../src/app/rootReducer';
import { networkGone, projectOf, refused } from '../../fixtures/appState';
import { fakePorts, never } from '../../fixtures/fakePorts';
import { keyOf } from '../keys/keyFixtures';

const project = projectOf({ access: 'private' });
const { id: projectId } = project;

/** The state of a person on the page of a private project without keys. */
const start = [projectArrived(project), keysArrived({ projectId, keys: [] })].reduce(
  (state: RootState | undefined, event) => rootReducer(state, event),
  undefined,
);

function running(make: Ports['keys']['make'] = () => never()) {
  return expectSaga(firstCallSaga)
    .withReducer(rootReducer, start)
    .provide({ getContext: () => fakePorts({ keys: { make } }) });
}

const wayOf = (state: unknown) => selectFirstCall(state as RootState, projectId);

it.each([
  [
    'the server’s message',
    refused(409, { detail: 'A project has at most 100 keys.' }),
    'A project has at most 100 keys.',
  ],
  ['that it may exist, as the answer may be lost,', networkGone(), NO_KEY],
])('shows %s if the key cannot be created', async (_what, error, message) => {
  const { storeState } = await running(async () => {
    throw error;
  })
    .dispatch(keyWanted({ projectId }))
    .silentRun(20);
  expect(wayOf(storeState)).toEqual({ phase: 'refused', message, attempt: expect.any(Object) });
});

it('replaces the key of a failed attempt, which may exist with an unknown secret', async () => {
  const sent: NewKey[] = [];
  await running(async (_project, wish) => {
    sent.push(wish);
    throw networkGone();
  })
    .dispatch(keyWanted({ projectId }))
    .delay(0)
    .dispatch(keyWanted({ projectId }))
    .silentRun(20);
  expect(sent.map(({ replaces }) => replaces)).toEqual([[], [sent[0]?.id]]);
});

it('is listed, and is not taken for the key of the dialog, which is being created too', async () => {
  const { storeState } = await running(async () => ({ key: keyOf(), secret: 'of the first call' }))
    .dispatch(newKeyOpened({ projectId }))
    .dispatch(newKeySubmitted({ projectId, wish: { name: 'Mine', kind: 'secret', scopes: ['read'] } }))
    .dispatch(keyWanted({ projectId }))
    .silentRun(20);
  expect(wayOf(storeState)).toEqual({ phase: 'keyed', secret: 'of the first call' });
  expect(selectNewKey(storeState as RootState).phase).toBe('making');
  expect(selectKeys(storeState as RootState, projectId)).toEqual([keyOf()]);
});

it('makes the project public with the other press, and shows it after the server’s response', async () => {
  const { storeState } = await running()
    .dispatch(openingWanted({ projectId }))
    .dispatch(accessConfirmed(projectOf({ id: 'another' })))
    .dispatch(accessConfirmed({ ...project, access: 'public' }))
    .silentRun(20);
  expect(wayOf(storeState)).toEqual({ phase: 'open' });
});

it('waits for the server', async () => {
  const { storeState } = await running().dispatch(openingWanted({ projectId })).silentRun(20);
  expect(wayOf(storeState)).toEqual({ phase: 'opening' });
});

it('shows that the server rejected it', async () => {
  const { storeState } = await running()
    .dispatch(openingWanted({ projectId }))
    .dispatch(accessRefused({ projectId }))
    .silentRun(20);
  expect(wayOf(storeState)).toEqual({ phase: 'refused', message: NOT_OPENED });
});

describe('the key of another project', () => {
  const other = { projectId: 'another' };
  const makes = () => {
    const made: string[] = [];
    const make: Ports['keys']['make'] = async (id) => {
      made.push(id);
      return { key: keyOf(), secret: `secret of ${id}` };
    };
    return { made, make };
  };

  it('is shown beside that of a project that was left', async () => {
    const { storeState } = await running(makes().make)
      .dispatch(keyWanted({ projectId }))
      .delay(0)
      .dispatch(keyWanted(other))
      .silentRun(250);
    expect(selectFirstCall(storeState as RootState, 'another')).toMatchObject({ secret: 'secret of another' });
  });

  it('is made while the first call of a project that was left is in flight', async () => {
    const { made, make } = makes();
    const { storeState } = await running(make)
      .dispatch(openingWanted({ projectId }))
      .dispatch(keyWanted(other))
      .silentRun(20);
    expect(made).toEqual(['another']);
    expect(wayOf(storeState)).toEqual({ phase: 'opening' });
    expect(selectFirstCall(storeState as RootState, 'another')).toMatchObject({ secret: 'secret of another' });
  });

  it('stays for its page when that of another project is left', async () => {
    const { storeState } = await running(makes().make)
      .dispatch(keyWanted({ projectId }))
      .delay(0)
      .dispatch(projectLeft(other))
      .silentRun(250);
    expect(wayOf(storeState)).toMatchObject({ phase: 'keyed' });
  });
});
