import {
  checkFailed,
  checkPassed,
  createFailed,
  createFlowSlice,
  createRequested,
  draftAccepted,
  draftRejected,
} from '../../src/app/createFlow/createFlowSlice';
import { rootReducer } from '../../src/app/rootReducer';
import { driveSlice, uploadProgressed, uploadRefused, uploadStarted } from '../../src/app/drive/driveSlice';
import { paths } from '../../src/app/paths';
import { draft, preview } from './samples';
import { type ShownState, signedIn, stateAt } from './shownState';

createFlowSlice.injectInto(rootReducer);
driveSlice.injectInto(rootReducer);

const create = stateAt(paths.createProject);
const checked = [signedIn, draftAccepted(draft), checkPassed(preview)];
const privately = {
  message: 'This spreadsheet is private. Share it with anyone who has the link, then try again.',
  code: 'source_private',
};
const full = { message: 'Your plan has room for 3 projects.', code: 'plan_limit' };

/** Every phase of the create flow, and of an upload. */
export const createStates: readonly ShownState[] = [
  create('create-idle', signedIn),
  create('create-invalid', signedIn, draftRejected({ text: 'my coffee sheet' })),
  create('create-checking', signedIn, draftAccepted(draft)),
  create('create-preview-ready', ...checked),
  create('create-creating', ...checked, createRequested()),
  create('create-failed', signedIn, draftAccepted(draft), checkFailed(privately)),
  create('create-failed-create', ...checked, createRequested(), createFailed({ message: 'Failed to create project' })),
  create('create-failed-plan', ...checked, createRequested(), createFailed(full)),
  create('create-uploading', signedIn, uploadStarted(new File([], 'coffee.xlsx')), uploadProgressed(42)),
  create('create-upload-refused', signedIn, uploadRefused('Upload an .xlsx, .ods or .csv file.')),
];
