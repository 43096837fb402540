import { selectColumnsOf } from '../../../src/app/columns/columnsSelectors';
import { columnsWanted, type TabColumns } from '../../../src/app/columns/columnsSlice';
import { projectLeft, projectOpened } from '../../../src/app/projects/projectsSlice';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { networkGone, signedOutError } from '../../fixtures/appState';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';
import { columns, first } from '../tryIt/samples';

const name = { projectId: 'p1', sheetId: 7 };
const wanted = (revision = 1) => columnsWanted({ ...name, revision });
const answer: TabColumns = { columns, first };

async function app() {
  const read = controlledCall<[string, number], TabColumns>();
  const { dispatch, getState } = createAppStore(fakePorts({ columns: { read: read.call } }));
  // The saga is lazy-loaded.
  dispatch(projectOpened({ projectId: 'p1' }));
  await settled();
  return { dispatch, known: () => selectColumnsOf(getState(), name), reads: read.calls };
}

async function knowing() {
  const world = await app();
  world.dispatch(wanted());
  world.reads[0]?.answer(answer);
  await settled();
  return world;
}

it('loads the columns once for each revision, and shows the old ones meanwhile', async () => {
  const { dispatch, known, reads } = await knowing();
  expect(reads[0]?.args).toEqual(['p1', 7]);
  expect(known()).toEqual({ phase: 'ready', revision: 1, ...answer });
  dispatch(wanted());
  expect(reads).toHaveLength(1);
  dispatch(wanted(2));
  expect(known()).toMatchObject({ phase: 'ready', revision: 1 });
  reads[1]?.answer({ columns: [], first: null });
  await settled();
  expect(known()).toEqual({ phase: 'ready', revision: 2, columns: [], first: null });
});

it('ignores the columns of an older revision that arrive last', async () => {
  const { dispatch, known, reads } = await knowing();
  dispatch(wanted(2));
  dispatch(wanted(3));
  reads[2]?.answer({ columns: [], first: null });
  reads[1]?.answer(answer);
  await settled();
  expect(known()).toEqual({ phase: 'ready', revision: 3, columns: [], first: null });
});

it('loads again on the next need after a failure; the loaded columns stay', async () => {
  const { dispatch, known, reads } = await app();
  dispatch(wanted());
  reads[0]?.fail(networkGone());
  await settled();
  expect(known()).toMatchObject({ phase: 'failed', failure: { kind: 'network' } });
  dispatch(wanted());
  expect(known()).toEqual({ phase: 'loading' });
  reads[1]?.answer(answer);
  await settled();
  dispatch(wanted(2));
  reads[2]?.fail(networkGone());
  await settled();
  expect(known()).toMatchObject({ phase: 'ready', revision: 1 });
});

it.each([
  ['the page is left', projectLeft({ projectId: 'p1' })],
  ['the session ends', sessionEnded({ byChoice: false })],
])('clears the columns and aborts when %s', async (_when, event) => {
  const { dispatch, known, reads } = await knowing();
  dispatch(wanted(2));
  dispatch(event);
  expect(reads[1]?.aborted()).toBe(true);
  expect(known()).toEqual({ phase: 'loading' });
});

it('shows no error after a 401', async () => {
  const { dispatch, known, reads } = await app();
  dispatch(wanted());
  reads[0]?.fail(signedOutError());
  await settled();
  expect(known()).toEqual({ phase: 'loading' });
});
