import type { AboutState } from '../../../src/app/about/aboutSlice';
import {
  selectAvailableSheets,
  selectCanCreate,
  selectCanRetry,
  selectCreatePhase,
  selectCreating,
  selectDraftText,
  selectDriveSheetFound,
  selectExampleShown,
  selectInputDisabled,
  selectLineUnderInput,
  selectPreview,
  selectSheetHosts,
} from '../../../src/app/createFlow/createFlowSelectors';
import type { CreateFlow } from '../../../src/app/createFlow/createFlowSlice';
import type { RootState } from '../../../src/app/rootReducer';
import type { About } from '../../../src/contract/about';
import { coffeeDraft, coffeePreview, flowIn, stateWith } from '../../fixtures/appState';

const failedCreate: CreateFlow = {
  ...flowIn.failed,
  failure: { message: 'Your plan has room for 3 projects.', code: 'x' },
  preview: coffeePreview,
};

const shown = (createFlow: CreateFlow) => {
  const state = stateWith({ createFlow });
  return {
    text: selectDraftText(state),
    disabled: selectInputDisabled(state),
    line: selectLineUnderInput(state),
    preview: selectPreview(state),
    canCreate: selectCanCreate(state),
    creating: selectCreating(state),
    example: selectExampleShown(state),
    canRetry: selectCanRetry(state),
  };
};

const text = coffeeDraft.text;

it('is idle before the page is loaded', () => {
  const state: RootState = { ...stateWith(), createFlow: undefined };
  expect([selectCreatePhase(state), selectDraftText(state), selectCanCreate(state)]).toEqual(['idle', '', false]);
});

it('idle: an empty input and the example', () => {
  expect(shown(flowIn.idle)).toEqual({
    text: '',
    disabled: false,
    line: { kind: 'example', text: 'For example https://docs.google.com/spreadsheets/d/1mXv8…/edit' },
    preview: undefined,
    canCreate: false,
    creating: false,
    example: true,
    canRetry: false,
  });
});

it('checking: the input is disabled, with the fixed progress text and the example', () => {
  const line = { kind: 'progress', text: 'Loading spreadsheet information...' };
  expect(shown(flowIn.checking)).toEqual({ ...shown(flowIn.idle), text, disabled: true, line });
});

it('previewReady: nothing under the input', () => {
  expect(shown(flowIn.previewReady).line).toEqual({ kind: 'none', text: '' });
});

it('failed after a create: the card stays without its button', () => {
  const line = { kind: 'error', text: 'Your plan has room for 3 projects.' };
  const kept = { text, line, preview: coffeePreview, example: false, canRetry: true };
  expect(shown(failedCreate)).toEqual({ ...shown(flowIn.idle), ...kept });
});

it('shows no create button for an empty input', () => {
  expect(shown({ ...flowIn.previewReady, text: '' }).canCreate).toBe(false);
});

describe('the sheets of the preview', () => {
  const [roasters, notes] = [
    { sheetId: 0, title: 'roasters', rows: 48, columns: 7 },
    { sheetId: 7, title: 'notes', rows: 2, columns: 1, hidden: true },
  ];
  const found: CreateFlow = { ...flowIn.previewReady, preview: { ...coffeePreview, tabs: [roasters, notes] } };

  it('are empty before a check', () => {
    expect(selectAvailableSheets(stateWith())).toEqual([]);
  });

  it('become endpoints unless hidden in the spreadsheet', () => {
    expect(selectAvailableSheets(stateWith({ createFlow: found }))).toEqual([
      { ...roasters, hidden: false, off: false, address: 'roasters' },
      { ...notes, off: true, address: 'notes' },
    ]);
  });

  it('have the path segment that the server returns', () => {
    const tabs = [roasters, { ...notes, title: 'Opening hours', address: 'opening-hours' }];
    const createFlow: CreateFlow = { ...flowIn.previewReady, preview: { ...coffeePreview, tabs } };
    const sheets = selectAvailableSheets(stateWith({ createFlow }));
    expect(sheets.map(({ address }) => address)).toEqual(['roasters', 'opening-hours']);
  });

  it('have the person’s choice of published sheets, once loaded for this spreadsheet', () => {
    const later = { ...notes, sheetId: 9, title: 'later', published: false };
    const tabs = [{ ...roasters, published: false }, { ...notes, published: true }, later];
    const readingOf = (id: string) =>
      ({ phase: 'shown', answer: { spreadsheet: { id }, preview: { tabs } } }) as unknown as RootState['reading'];
    const sheets = (id: string) => selectAvailableSheets(stateWith({ createFlow: found, reading: readingOf(id) }));
    expect(sheets(coffeeDraft.sheetId).map(({ off }) => off)).toEqual([true, false, true]);
    expect(sheets(coffeeDraft.sheetId).at(-1)).toMatchObject({ title: 'later', address: 'later' });
    expect(sheets('another').map(({ off }) => off)).toEqual([false, true]);
  });
});

it.each([
  ['from the drive', { ...flowIn.previewReady, preview: { ...coffeePreview, source: 'drive' } }, coffeeDraft.sheetId],
  ['from Google', { ...flowIn.previewReady, preview: { ...coffeePreview, source: 'googleLink' } }, undefined],
  ['not checked yet', flowIn.checking, undefined],
] as const)('the drive sheet of a spreadsheet %s: %#', (_which, createFlow, id) => {
  expect(selectDriveSheetFound(stateWith({ createFlow }))).toBe(id);
});

describe('allowed origins of a sheet URL', () => {
  const known: About = {
    version: '0.1.0',
    googleConfigured: false,
    plans: 'tiered',
    signUps: 'closed',
    uploadLimit: 1,
    marketingUrl: '',
    sheetOrigin: '',
  };
  const hostsOf = (about: AboutState['about']) =>
    selectSheetHosts(stateWith({ about: { apiOrigin: 'https://tabpoint.example', about } }));
  const hostsWith = (sheetOrigin: string) => hostsOf({ ...known, sheetOrigin });

  it('are those of Google, the sheets and the server, each once', () => {
    expect(hostsWith('https://sheets.tabpoint.example')).toEqual([
      'https://docs.google.com',
      'https://sheets.tabpoint.example',
      'https://tabpoint.example',
    ]);
    expect(hostsWith('https://tabpoint.example')).toEqual(['https://docs.google.com', 'https://tabpoint.example']);
  });

  it('leave out the sheet origin until it is loaded', () => {
    expect(hostsOf(null)).toEqual(['https://docs.google.com', 'https://tabpoint.example']);
  });

  it('are memoized', () => {
    const state = stateWith({});
    expect(selectSheetHosts(state)).toBe(selectSheetHosts({ ...state }));
  });
});
