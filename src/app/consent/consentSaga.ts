import { call, put, takeEvery } from 'typed-redux-saga';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { returnPlaceOpened, sheetBroughtBack } from './consentEvents';
import { consentReturn } from './consentReturn';

/** Says how asking for consent has ended, and takes it out of the address. */
export function* tellReturn() {
  const { location, navigate } = yield* getPorts();
  const back = consentReturn(location());
  if (back === undefined) return;
  yield* call(navigate, back.clean, { replace: true });
  if (back.notice !== undefined) yield* put(noticeShown(back.notice));
  if (back.sheet !== undefined) yield* put(sheetBroughtBack({ url: back.sheet }));
}

export function* consentSaga() {
  yield* takeEvery(returnPlaceOpened, tellReturn);
}
