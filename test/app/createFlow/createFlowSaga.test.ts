import { aboutBefore } from '../../../src/app/about/aboutSlice';
import { createFlowSaga } from '../../../src/app/createFlow/createFlowSaga';
import {
  checkPassed,
  type CreateFlow,
  createRequested,
  draftAccepted,
  draftCleared,
  draftRejected,
  sheetBroughtBack,
  uploadDone,
} from '../../../src/app/createFlow/createFlowSlice';
import { paths } from '../../../src/app/paths';
import type { Ports } from '../../../src/app/ports';
import { sessionEnding } from '../../../src/app/session/sessionSlice';
import {
  coffeeDraft,
  coffeePreview,
  flowIn,
  mara,
  networkGone,
  refused,
  signedInState,
  signedOutError,
  teaDraft,
  timedOut,
} from '../../fixtures/appState';
import { runSteps, sagaFrom, type Step } from '../../fixtures/cells';

const about = aboutBefore('https://tabpoint.example');
const at = (createFlow: CreateFlow) => signedInState({ about, createFlow });

/** Runs the create flow's saga with the root reducer from `before` and expects `after` once the event has been handled. */
const expectAfter = (before: CreateFlow, createFlow: Partial<Ports['createFlow']>, event: Step, after: CreateFlow) =>
  runSteps(sagaFrom(createFlowSaga, at(before), { createFlow }).hasFinalState(at(after)), event);

const privateSheet = {
  code: 'source_private',
  detail: 'This spreadsheet is private. Share it with anyone who has the link, then try again.',
};

/** Failed calls and the message shown; `undefined` stands for the default message. */
const failures: [name: string, error: Error, text: string | undefined, code?: string][] = [
  ["the server's detail", refused(422, privateSheet), privateSheet.detail, 'source_private'],
  ['no words of the server', refused(502), undefined],
  ['a timeout', timedOut(), 'Request timed out'],
  ['a network that is gone', networkGone(), undefined],
  ['a mistake in the app', new TypeError('x is not a function'), undefined],
];

describe('checking', () => {
  const fails = (error: Error, after: CreateFlow) =>
    expectAfter(flowIn.idle, { check: () => Promise.reject(error) }, draftAccepted(coffeeDraft), after);

  it.each(failures)('fails on %s', async (_name, error, text = 'Failed to fetch sheet data', code) => {
    await fails(error, { phase: 'failed', ...coffeeDraft, failure: { message: text, ...(code && { code }) } });
  });

  it('shows no error after a 401: the end of the session is shown elsewhere', () =>
    fails(signedOutError(), flowIn.checking));
});

describe('creating', () => {
  const fails = (error: Error, after: CreateFlow) =>
    expectAfter(flowIn.previewReady, { create: () => Promise.reject(error) }, createRequested(), after);

  it.each(failures)('fails on %s', async (_name, error, text = 'Failed to create project', code) => {
    const failure = { message: text, ...(code && { code }) };
    await fails(error, { phase: 'failed', ...coffeeDraft, failure, preview: coffeePreview });
  });

  it('starts with the create button only', () =>
    expectAfter(flowIn.creating, { create: () => Promise.reject(timedOut()) }, draftCleared(), flowIn.creating));

  it('shows no error after a 401', () => fails(signedOutError(), flowIn.creating));
});

describe('an uploaded workbook', () => {
  it('is checked as if its URL had been pasted, replacing the text of the input', () => {
    const url = 'https://tabpoint.example/spreadsheets/d/tpd_1';
    return expectAfter(flowIn.invalid, {}, uploadDone({ url }), { phase: 'checking', text: url, sheetId: 'tpd_1' });
  });

  it('is rejected if its host is unknown', () => {
    const url = 'https://elsewhere.example/spreadsheets/d/tpd_1';
    return expectAfter(flowIn.idle, {}, uploadDone({ url }), { phase: 'invalid', text: url });
  });
});

describe('a URL that was in the input before Google’s consent screen', () => {
  const url = 'https://docs.google.com/spreadsheets/d/1abc/edit';

  it('is checked as if it had been pasted', () =>
    expectAfter(flowIn.idle, {}, sheetBroughtBack({ url }), { phase: 'checking', text: url, sheetId: '1abc' }));

  it.each([flowIn.invalid, flowIn.previewReady, flowIn.failed])('does not replace another URL ($phase)', (flow) =>
    expectAfter(flow, {}, sheetBroughtBack({ url }), flow),
  );
});

describe('the URL of the page', () => {
  const named = paths.createProjectWith(flowIn.previewReady.text);
  const moves: [what: string, flow: CreateFlow, event: { type: string }, at: string, to: string | undefined][] = [
    ['names the sheet of a preview', flowIn.checking, checkPassed(coffeePreview), paths.createProject, named],
    ['stays if it names the sheet already', flowIn.checking, checkPassed(coffeePreview), named, undefined],
    ['names no sheet once the input is empty', flowIn.previewReady, draftCleared(), named, paths.createProject],
    [
      'names no sheet for an invalid text',
      flowIn.previewReady,
      draftRejected({ text: 'x' }),
      named,
      paths.createProject,
    ],
    [
      'names no sheet that is still to be checked',
      flowIn.previewReady,
      draftAccepted(teaDraft),
      named,
      paths.createProject,
    ],
    [
      'names the sheet again if the page is opened after the preview',
      flowIn.previewReady,
      sheetBroughtBack({ url: flowIn.previewReady.text }),
      paths.createProject,
      named,
    ],
    ['stays on another page', flowIn.checking, checkPassed(coffeePreview), paths.learn, undefined],
  ];

  it.each(moves)('%s', async (_what, flow, event, location, to) => {
    const navigate = jest.fn();
    await runSteps(sagaFrom(createFlowSaga, at(flow), { navigate, location: () => location }), event);
    expect(navigate.mock.calls).toEqual(to === undefined ? [] : [[to, { replace: true }]]);
  });
});

describe('the draft when the session is about to end', () => {
  it.each<[what: string, flow: CreateFlow, stored: readonly unknown[]]>([
    ['is stored for the person, under "create"', flowIn.failed, [mara.id, 'create', flowIn.failed.text]],
    ['is not stored if the input is empty', flowIn.idle, []],
  ])('%s', async (_what, flow, stored) => {
    const put = jest.fn();
    await runSteps(sagaFrom(createFlowSaga, at(flow), { unsavedInput: { put } }), sessionEnding({ personId: mara.id }));
    expect(put.mock.calls.flat()).toEqual(stored);
  });
});
