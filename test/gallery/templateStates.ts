import { paths } from '../../src/app/paths';
import { rootReducer } from '../../src/app/rootReducer';
import {
  categoryChosen,
  copyRefused,
  copyRequested,
  previewOpened,
  previewTabChosen,
  templatesArrived,
  templateSearchTyped,
  templatesFailed,
  templatesSlice,
} from '../../src/app/templates/templatesSlice';
import { unavailable } from './samples';
import { templates } from './sampleTemplates';
import { type ShownState, signedIn, stateAt } from './shownState';

templatesSlice.injectInto(rootReducer);

const gallery = stateAt(paths.templates);
const known = [signedIn, templatesArrived(templates)];
const looking = [...known, previewOpened({ templateId: 'product catalogue', sheetId: 1 })];
const full = 'Your drive holds 2 GB. Delete a spreadsheet you no longer need, then try again.';

/** The gallery, and the preview of a template. */
export const templateStates: readonly ShownState[] = [
  gallery('templates', ...known),
  gallery('templates-loading', signedIn),
  gallery('templates-error', signedIn, templatesFailed(unavailable)),
  gallery('templates-category', ...known, categoryChosen('Work')),
  gallery('templates-nothing-found', ...known, templateSearchTyped('tea')),
  gallery('templates-nothing-in-category', ...known, categoryChosen('Shop'), templateSearchTyped('tea')),
  gallery('templates-preview', ...looking),
  gallery('templates-preview-other-tab', ...looking, previewTabChosen({ sheetId: 2 })),
  gallery('templates-copying', ...looking, copyRequested()),
  gallery('templates-refused', ...looking, copyRequested(), copyRefused({ message: full })),
];
