import type { TriedAnswer, TriedRequest } from '../../../src/app/tryIt/tryItApi';
import { callLeft, requestSent, selectTriedCall } from '../../../src/app/tryIt/tryItSlice';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';
import { answerOf } from './samples';

const request: TriedRequest = {
  method: 'POST',
  path: '/v1/p1/beans',
  secret: 'tp_sk_secret',
  asOwner: false,
  body: '{}',
};

async function app() {
  const send = controlledCall<[TriedRequest], TriedAnswer>();
  const { dispatch, getState: state } = createAppStore(fakePorts({ tryIt: { send: send.call } }));
  // The saga is lazy-loaded.
  dispatch(callLeft());
  await settled();
  return { dispatch, state, sent: send.calls };
}

it('stores the response, but never the key', async () => {
  const { dispatch, state, sent } = await app();
  dispatch(requestSent(request));
  expect(sent[0]?.args).toEqual([request]);
  expect(selectTriedCall(state())).toMatchObject({ phase: 'sending' });
  expect(JSON.stringify(state())).not.toContain('tp_sk_secret');
  dispatch(requestSent(request));
  expect(sent).toHaveLength(1);
  sent[0]?.answer(answerOf({ status: 201 }));
  await settled();
  expect(selectTriedCall(state())).toEqual({ phase: 'answered', answer: answerOf({ status: 201 }) });
  expect(JSON.stringify(state())).not.toContain('tp_sk_secret');
});

it.each([
  ['cancelled or left', callLeft()],
  ['ended with the session', sessionEnded({ byChoice: false })],
])('is aborted when it is %s, and a late response is ignored', async (_how, event) => {
  const { dispatch, state, sent } = await app();
  dispatch(requestSent(request));
  dispatch(event);
  expect(sent[0]?.aborted()).toBe(true);
  sent[0]?.answer(answerOf());
  await settled();
  expect(selectTriedCall(state())).toEqual({ phase: 'idle' });
  dispatch(requestSent(request));
  expect(sent).toHaveLength(2);
});
