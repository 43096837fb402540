import { expectSaga } from 'redux-saga-test-plan';
import * as matchers from 'redux-saga-test-plan/matchers';
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
import { rootReducer } from '../../../src/app/rootReducer';
import { sessionEnding } from '../../../src/app/session/sessionSlice';
import {
  apiError,
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
import { type Happening, happens } from '../../fixtures/cells';
import { fakePorts, never } from '../../fixtures/fakePorts';

const about = aboutBefore('https://tabpoint.example');
const at = (createFlow: CreateFlow) => signedInState({ about, createFlow });

/** The saga of the create flow with the whole reducer: what a flow becomes when something happens. */
const becomes = (before: CreateFlow, calls: Partial<Ports['createFlow']>, happening: Happening, after: CreateFlow) => {
  const { createFlow, ...ports } = fakePorts();
  const saga = expectSaga(createFlowSaga)
    .withReducer(rootReducer, at(before))
    .provide([[matchers.getContext('ports'), { ...ports, createFlow: { ...createFlow, ...calls } }]]);
  return happens(saga.hasFinalState(at(after)), happening);
};

const privateSheet = {
  code: 'source_private',
  detail: 'This spreadsheet is private. Share it with anyone who has the link, then try again.',
};

/** Failed calls, and what is shown: `undefined` stands for the default text. */
const failures: [name: string, error: Error, text: string | undefined, code?: string][] = [
  ["the server's detail", refused(422, privateSheet), privateSheet.detail, 'source_private'],
  ["the server's message", refused(400, { message: 'body must be an object' }), 'body must be an object'],
  ["the server's error", refused(500, { error: 'Internal Server Error' }), 'Internal Server Error'],
  ['no words of the server', refused(502), undefined],
  ['blank words of the server', refused(500, { detail: ' ', message: '' }), undefined],
  ['words that are no text', refused(500, { detail: { reason: 'x' }, message: 7 }), undefined],
  ['a timeout', timedOut(), 'Request timed out'],
  ['a network that is gone', networkGone(), undefined],
  ['an answer that cannot be used', apiError({ kind: 'unexpected', message: 'title is missing' }), undefined],
  ['a mistake in the app', new TypeError('x is not a function'), undefined],
];

describe('checking', () => {
  const fails = (error: Error, after: CreateFlow) =>
    becomes(flowIn.idle, { check: () => Promise.reject(error) }, draftAccepted(coffeeDraft), after);

  it.each(failures)('fails on %s', async (_name, error, text = 'Failed to fetch sheet data', code) => {
    await fails(error, { phase: 'failed', ...coffeeDraft, failure: { message: text, ...(code && { code }) } });
  });

  it('says nothing when it was signed out: the end of the session is told elsewhere', () =>
    fails(signedOutError(), flowIn.checking));

  it('finds a title without tabs', () => {
    const preview = { title: 'Coffee', tabs: [] };
    const after: CreateFlow = { phase: 'previewReady', ...coffeeDraft, preview };
    return becomes(flowIn.idle, { check: () => Promise.resolve(preview) }, draftAccepted(coffeeDraft), after);
  });
});

describe('creating', () => {
  const fails = (error: Error, after: CreateFlow) =>
    becomes(flowIn.previewReady, { create: () => Promise.reject(error) }, createRequested(), after);

  it.each(failures)('fails on %s', async (_name, error, text = 'Failed to create project', code) => {
    const failure = { message: text, ...(code && { code }) };
    await fails(error, { phase: 'failed', ...coffeeDraft, failure, preview: coffeePreview });
  });

  it('says nothing when it was signed out', () => fails(signedOutError(), flowIn.creating));

  it('is begun by the button alone', () =>
    becomes(flowIn.creating, { create: () => Promise.reject(timedOut()) }, draftCleared(), flowIn.creating));
});

describe('an uploaded workbook', () => {
  it.each([
    ['as if its URL had been pasted', 'https://tabpoint.example/spreadsheets/d/tpd_1', 'tpd_1'],
    ['whatever was in the input', 'https://docs.google.com/spreadsheets/d/1abc', '1abc'],
  ])('is judged %s', (_how, url, sheetId) =>
    becomes(flowIn.invalid, { check: never }, uploadDone({ url }), { phase: 'checking', text: url, sheetId }),
  );

  it('is rejected when its host is not ours', () => {
    const url = 'https://elsewhere.example/spreadsheets/d/tpd_1';
    return becomes(flowIn.idle, {}, uploadDone({ url }), { phase: 'invalid', text: url });
  });
});

describe('a URL that was left in the input while Google asked', () => {
  const url = 'https://docs.google.com/spreadsheets/d/1abc/edit';

  it('is judged as if it had been pasted', () =>
    becomes(flowIn.idle, {}, sheetBroughtBack({ url }), { phase: 'checking', text: url, sheetId: '1abc' }));

  it.each([flowIn.invalid, flowIn.previewReady, flowIn.failed])(
    'does not take the place of another one ($phase)',
    (flow) => becomes(flow, {}, sheetBroughtBack({ url }), flow),
  );
});

describe('the address of the page', () => {
  const named = paths.createProjectWith(flowIn.previewReady.text);
  const moves: [what: string, flow: CreateFlow, event: { type: string }, at: string, to: string | undefined][] = [
    ['names the sheet of a preview', flowIn.checking, checkPassed(coffeePreview), paths.createProject, named],
    ['is left alone where it does', flowIn.checking, checkPassed(coffeePreview), named, undefined],
    ['names nothing once the input is empty', flowIn.previewReady, draftCleared(), named, paths.createProject],
    ['names no text that is none', flowIn.previewReady, draftRejected({ text: 'x' }), named, paths.createProject],
    ['names no sheet to be checked', flowIn.previewReady, draftAccepted(teaDraft), named, paths.createProject],
    [
      'names it again when the page comes later than the preview',
      flowIn.previewReady,
      sheetBroughtBack({ url: flowIn.previewReady.text }),
      paths.createProject,
      named,
    ],
    ['of another page is left alone', flowIn.checking, checkPassed(coffeePreview), paths.learn, undefined],
  ];

  it.each(moves)('%s', async (_what, flow, event, location, to) => {
    const navigate = jest.fn();
    const saga = expectSaga(createFlowSaga)
      .withReducer(rootReducer, at(flow))
      .provide([[matchers.getContext('ports'), fakePorts({ navigate, location: () => location })]]);
    await happens(saga, event);
    expect(navigate.mock.calls).toEqual(to === undefined ? [] : [[to, { replace: true }]]);
  });
});

describe('what was typed when the session is about to end', () => {
  it.each<[what: string, flow: CreateFlow, kept: readonly unknown[]]>([
    ['is kept for the person, under its own name', flowIn.failed, [mara.id, 'create', flowIn.failed.text]],
    ['is nothing in an empty input', flowIn.idle, []],
  ])('%s', async (_what, flow, kept) => {
    const put = jest.fn();
    const saga = expectSaga(createFlowSaga)
      .withReducer(rootReducer, at(flow))
      .provide([[matchers.getContext('ports'), fakePorts({ unsavedInput: { put, take: () => undefined } })]]);
    await happens(saga, sessionEnding({ personId: mara.id }));
    expect(put.mock.calls.flat()).toEqual(kept);
  });
});
