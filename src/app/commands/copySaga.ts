import { createAction } from '@reduxjs/toolkit';
import { call, put, takeEvery } from 'typed-redux-saga';
import { noticeShown } from '../notices/noticesSlice';
import { COPY_REFUSED } from '../ui/forms/useCopy';
import { getPorts } from '../ports';

/** An endpoint's URL is to be put on the clipboard. */
export const urlCopyAsked = createAction<string>('commands/urlCopyAsked');

/** Puts an endpoint's URL on the clipboard, and says whether the browser allowed it. */
function* copyUrl({ payload }: ReturnType<typeof urlCopyAsked>) {
  const { copy } = yield* getPorts();
  const done = yield* call(copy, payload);
  yield* put(noticeShown(done ? { kind: 'info', text: 'Endpoint URL copied' } : { kind: 'error', text: COPY_REFUSED }));
}

export const commandCopySaga = () => takeEvery(urlCopyAsked, copyUrl);
