import { cellKey, editorOpened, NEW_ROW, workBegun } from '../../src/app/project/edit/editSlice';
import { draftMachine } from '../../src/app/project/edit/draftMachine';
import { pageArrived, tabOpened } from '../../src/app/project/rows/endpointSlice';
import { paths } from '../../src/app/paths';
import { projectArrived } from '../../src/app/projects/projectsSlice';
import { answerOf, rows } from './sampleRows';
import { coffee } from './samples';
import { after, signedIn, stateAt, type ShownState, tab } from './shownState';

const project = stateAt(paths.project(coffee.id, 'beans'));
const { clashFound, connectionLost, draftBegun, draftCommitted, draftRefused, textTyped } = draftMachine.actions;

const shown = [
  ...[signedIn, projectArrived({ ...coffee, source: 'drive', writable: true }), tabOpened(tab)],
  pageArrived({ ...tab, page: 0, query: '', answer: answerOf(rows, 212) }),
];

const rowId = rows[2]?._id ?? '';
const name = { ...tab, key: cellKey(rowId, 'price') };
const draft = { rowId, texts: { price: '19.8' }, before: { price: 19.8 } };
const typed = [draftBegun({ ...name, draft }), textTyped({ ...name, column: 'price', text: 'twenty' })];
const sent = [...typed, draftCommitted(name)];

const refusal = 'price takes a number, for example 12.5.';
const newRow = { ...tab, key: NEW_ROW };

/** Rows of the Data view while they are edited. */
export const editStates: readonly ShownState[] = [
  // First: with it comes the file that the others need.
  after(
    project('project-edit-new-row', ...shown, draftBegun({ ...newRow, draft: { rowId: null, texts: {}, before: {} } })),
    { press: 'Add row' },
    { see: '[role=dialog] input' },
  ),
  project('project-edit-saving', ...shown, ...sent),
  project(
    'project-edit-refused',
    ...[...shown, ...sent, draftRefused({ ...name, message: refusal, errors: { price: refusal } }), editorOpened(name)],
  ),
  project('project-edit-clash', ...shown, ...sent, clashFound({ ...name, theirs: { price: 21 } }), editorOpened(name)),
  project(
    'project-edit-waiting',
    ...[...shown, ...sent, connectionLost({ ...name, message: 'The server cannot be reached.' }), editorOpened(name)],
  ),
  project('project-edit-pasting', ...shown, workBegun({ ...tab, what: 'Pasting 3 rows' })),
  after(
    project(
      'project-edit-new-row-refused',
      ...shown,
      draftBegun({ ...newRow, draft: { rowId: null, texts: { price: 'twenty' }, before: {} } }),
      draftCommitted(newRow),
      draftRefused({ ...newRow, message: refusal, errors: { price: refusal } }),
    ),
    { press: 'Add row' },
    { see: '[role=dialog] input' },
  ),
];
