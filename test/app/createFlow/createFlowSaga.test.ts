import { expectSaga, testSaga } from 'redux-saga-test-plan';
import * as matchers from 'redux-saga-test-plan/matchers';
import { type StaticProvider, throwError } from 'redux-saga-test-plan/providers';
import { takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { sheetBroughtBack } from '../../../src/app/consent/consentEvents';
import {
  checkSheet,
  createFlowSaga,
  createProject,
  judgeBroughtBack,
  judgeUploaded,
} from '../../../src/app/createFlow/createFlowSaga';
import {
  checkFailed,
  checkPassed,
  createFailed,
  createRequested,
  draftAccepted,
  draftRejected,
  projectCreated,
} from '../../../src/app/createFlow/createFlowSlice';
import type { CreateFlow } from '../../../src/app/createFlow/createFlowSlice';
import { uploadDone } from '../../../src/app/drive/driveSlice';
import { aboutBefore } from '../../../src/app/about/aboutSlice';
import { rootReducer, type RootState } from '../../../src/app/rootReducer';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import {
  apiError,
  coffeeDraft,
  coffeePreview,
  flowIn,
  networkGone,
  projectOf,
  refused,
  signedInState,
  signedOutError,
  timedOut,
} from '../../fixtures/appState';
import { byHand, fakePorts, settled } from '../../fixtures/fakePorts';
import type { Project, SheetPreview } from '../../../src/contract/projects';
import { projectArrived } from '../../../src/app/projects/projectsSlice';

const ports = fakePorts();
const withPorts = (): StaticProvider => [matchers.getContext('ports'), ports];
const at = (createFlow: CreateFlow): RootState => signedInState({ createFlow });

describe('wiring', () => {
  it('asks with takeLatest, does with takeLeading', () => {
    testSaga(createFlowSaga)
      .next()
      .is(takeLatest(draftAccepted, checkSheet))
      .next()
      .is(takeLeading(createRequested, createProject))
      .next()
      .is(takeEvery(uploadDone, judgeUploaded))
      .next()
      .is(takeEvery(sheetBroughtBack, judgeBroughtBack))
      .next()
      .isDone();
  });
});

const privateSheet = {
  code: 'source_private',
  detail: 'This spreadsheet is private. Share it with anyone who has the link, then try again.',
};

/** Failed calls, and what is shown: `undefined` stands for the default text. */
const failures: [name: string, error: unknown, text: string | undefined, code?: string][] = [
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
  const check = () => expectSaga(checkSheet, draftAccepted(coffeeDraft)).withReducer(rootReducer, at(flowIn.checking));

  it('passes with title and tabs', () =>
    check()
      .provide([withPorts(), [matchers.call.fn(ports.createFlow.check), coffeePreview]])
      .put(checkPassed(coffeePreview))
      .hasFinalState(at(flowIn.previewReady))
      .run());

  it.each(failures)('fails on %s', async (_name, error, text = 'Failed to fetch sheet data', code) => {
    const failure = { message: text, ...(code && { code }) };
    await check()
      .provide([withPorts(), [matchers.call.fn(ports.createFlow.check), throwError(error as Error)]])
      .put(checkFailed(failure))
      .hasFinalState(at({ phase: 'failed', ...coffeeDraft, failure }))
      .run();
  });

  it('says nothing when it was signed out: the end of the session is told elsewhere', () =>
    check()
      .provide([withPorts(), [matchers.call.fn(ports.createFlow.check), throwError(signedOutError())]])
      .not.put.actionType(checkFailed.type)
      .hasFinalState(at(flowIn.checking))
      .run());

  it('is given up when the session ends: the call is aborted, and its answer is not heard', async () => {
    const { call, asked } = byHand<[string], SheetPreview>();
    const asking = { ...ports, createFlow: { ...ports.createFlow, check: call } };
    const ended = check()
      .provide([[matchers.getContext('ports'), asking]])
      .not.put.actionType(checkPassed.type)
      .not.put.actionType(checkFailed.type)
      .dispatch(sessionEnded({ byChoice: false }))
      .run(false);
    await settled();
    expect(asked.map(({ aborted }) => aborted())).toEqual([true]);
    asked[0]?.answer(coffeePreview);
    expect((await ended).storeState).toMatchObject({ createFlow: { phase: 'idle' } });
  });

  it.each([flowIn.creating, flowIn.idle])('asks nothing for an event that phase $phase ignores', (flow) =>
    expectSaga(checkSheet, draftAccepted(coffeeDraft))
      .withReducer(rootReducer, at(flow))
      .provide([withPorts()])
      .not.call.fn(ports.createFlow.check)
      .hasFinalState(at(flow))
      .run(),
  );
});

describe('creating', () => {
  const create = () => expectSaga(createProject).withReducer(rootReducer, at(flowIn.creating));
  const project = projectOf();

  it('leads to the projects once, the flow idle and the project listed and marked', async () => {
    const { storeState } = await create()
      .provide([withPorts(), [matchers.call.fn(ports.createFlow.create), project]])
      .put(projectCreated(project))
      .call(ports.navigate, '/')
      .run();
    expect(storeState).toMatchObject({
      createFlow: { phase: 'idle' },
      projects: { newId: project.id, byId: { [project.id]: project } },
    });
  });

  it.each(failures)('fails on %s', async (_name, error, text = 'Failed to create project', code) => {
    const failure = { message: text, ...(code && { code }) };
    await create()
      .provide([withPorts(), [matchers.call.fn(ports.createFlow.create), throwError(error as Error)]])
      .put(createFailed(failure))
      .not.call.fn(ports.navigate)
      .hasFinalState(at({ phase: 'failed', ...coffeeDraft, failure, preview: coffeePreview }))
      .run();
  });

  it('says nothing when it was signed out', () =>
    create()
      .provide([withPorts(), [matchers.call.fn(ports.createFlow.create), throwError(signedOutError())]])
      .not.put.actionType(createFailed.type)
      .not.call.fn(ports.navigate)
      .hasFinalState(at(flowIn.creating))
      .run());

  it('is given up when the session ends: the call is aborted, and its answer is not heard', async () => {
    const { call, asked } = byHand<[string], Project>();
    const asking = { ...ports, createFlow: { ...ports.createFlow, create: call } };
    const ended = create()
      .provide([[matchers.getContext('ports'), asking]])
      .not.put.actionType(projectCreated.type)
      .not.put.actionType(projectArrived.type)
      .not.call.fn(ports.navigate)
      .dispatch(sessionEnded({ byChoice: false }))
      .run(false);
    await settled();
    expect(asked.map(({ aborted }) => aborted())).toEqual([true]);
    asked[0]?.answer(project);
    expect((await ended).storeState).toMatchObject({ createFlow: { phase: 'idle' } });
  });

  it.each([flowIn.idle, flowIn.checking, flowIn.failed])('asks nothing when pressed in phase $phase', (flow) =>
    expectSaga(createProject)
      .withReducer(rootReducer, at(flow))
      .provide([withPorts()])
      .not.call.fn(ports.createFlow.create)
      .hasFinalState(at(flow))
      .run(),
  );
});

describe('an uploaded workbook', () => {
  const about = aboutBefore('https://tabpoint.example');

  it('is judged as if its URL had been pasted', () =>
    expectSaga(judgeUploaded, uploadDone({ url: 'https://tabpoint.example/spreadsheets/d/tpd_1' }))
      .withReducer(rootReducer, signedInState({ about }))
      .put(draftAccepted({ text: 'https://tabpoint.example/spreadsheets/d/tpd_1', sheetId: 'tpd_1' }))
      .run());

  it('is rejected when its host is not ours', () =>
    expectSaga(judgeUploaded, uploadDone({ url: 'https://elsewhere.example/spreadsheets/d/tpd_1' }))
      .withReducer(rootReducer, signedInState({ about }))
      .put(draftRejected({ text: 'https://elsewhere.example/spreadsheets/d/tpd_1' }))
      .run());
});

describe('a URL that was left in the input while Google asked', () => {
  const about = aboutBefore('https://tabpoint.example');
  const back = sheetBroughtBack({ url: 'https://docs.google.com/spreadsheets/d/1abc/edit' });

  it('is judged as if it had been pasted', () =>
    expectSaga(judgeBroughtBack, back)
      .withReducer(rootReducer, signedInState({ about }))
      .put(draftAccepted({ text: back.payload.url, sheetId: '1abc' }))
      .run());

  it('does not take the place of another one', () =>
    expectSaga(judgeBroughtBack, back)
      .withReducer(rootReducer, at(flowIn.checking))
      .not.put.actionType(draftAccepted.type)
      .run());
});
