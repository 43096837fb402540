import type { DriveSpreadsheet } from '../../../src/contract/drive';
import { rootReducer } from '../../../src/app/rootReducer';
import {
  deletionRequested,
  putBackRequested,
  selectChangedSpreadsheet,
  selectDriveLists,
  spreadsheetsOpened,
  spreadsheetsSlice,
} from '../../../src/app/spreadsheets/spreadsheetsSlice';
import type { Trashed } from '../../../src/app/spreadsheets/spreadsheetsApi';
import { createAppStore } from '../../../src/app/store';
import { networkGone } from '../../fixtures/appState';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';

spreadsheetsSlice.injectInto(rootReducer);

it('what is put back from a notice stays in the list, whichever answer comes last', async () => {
  const list = controlledCall<[], readonly DriveSpreadsheet[]>();
  const putBack = controlledCall<[Trashed], void>();
  const trash = async () => ({ projects: [], spreadsheets: [] });
  const { dispatch, getState } = createAppStore(
    fakePorts({ spreadsheets: { list: list.call, putBack: putBack.call, trash } }),
  );
  dispatch(spreadsheetsOpened());
  dispatch(putBackRequested({ kind: 'spreadsheet', id: 'one', title: 'One' }));
  await settled();
  putBack.calls[0]?.answer();
  await settled();
  const [before, after] = list.calls.slice(-2);
  after?.answer([{ id: 'one' } as DriveSpreadsheet]);
  await settled();
  before?.answer([]);
  await settled();
  expect(selectDriveLists(getState())?.spreadsheets).toMatchObject([{ id: 'one' }]);
});

it('two spreadsheets that are put back from their notices in a row both come back', async () => {
  const putBack = controlledCall<[Trashed], void>();
  const { dispatch } = createAppStore(fakePorts({ spreadsheets: { putBack: putBack.call } }));
  for (const id of ['one', 'two']) dispatch(putBackRequested({ kind: 'spreadsheet', id, title: id }));
  await settled();
  expect(putBack.calls.map(({ args }) => args[0])).toMatchObject([{ id: 'one' }, { id: 'two' }]);
});

it('a deletion is not lost while another one is in flight and the page was left and opened again', async () => {
  const list = controlledCall<[], readonly DriveSpreadsheet[]>();
  const remove = controlledCall<[string], void>();
  const trash = async () => ({ projects: [], spreadsheets: [] });
  const spreadsheets = { list: list.call, remove: remove.call, trash };
  const { dispatch, getState } = createAppStore(fakePorts({ spreadsheets }));
  const answerLists = async () => {
    for (const call of list.calls) call.answer([]);
    await settled();
  };
  dispatch(spreadsheetsOpened());
  await settled();
  await answerLists();
  dispatch(deletionRequested({ id: 'one', title: 'One' }));
  dispatch(spreadsheetsOpened());
  await answerLists();
  expect(selectChangedSpreadsheet(getState())).toBe('one');
  remove.calls[0]?.answer();
  await settled();
  await answerLists();
  dispatch(deletionRequested({ id: 'two', title: 'Two' }));
  expect(selectChangedSpreadsheet(getState())).toBe('two');
  expect(remove.calls.map(({ args }) => args[0])).toEqual(['one', 'two']);
});

it('a deletion whose answer was lost shows at once what is left', async () => {
  const list = controlledCall<[], readonly DriveSpreadsheet[]>();
  const remove = async () => {
    throw networkGone();
  };
  const trash = async () => ({ projects: [], spreadsheets: [] });
  const { dispatch, getState } = createAppStore(fakePorts({ spreadsheets: { list: list.call, remove, trash } }));
  dispatch(deletionRequested({ id: 'one', title: 'One' }));
  await settled();
  list.calls.at(-1)?.answer([]);
  await settled();
  expect(selectDriveLists(getState())?.spreadsheets).toEqual([]);
});
