import { call, put, takeEvery } from 'typed-redux-saga';
import type { GoogleOutcome } from '../../contract/google';
import { sheetBroughtBack } from '../createFlow/createFlowSlice';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { oauthReturnOpened } from './consentEvents';

/** What comes back in an address after Google has asked a person; see `contract/google`. */
const PARAMETER = 'google';

/** The sheet that waits on the other side of consent; see `paths.createProjectWith`. */
const SHEET = 'sheet';

type Sad = Exclude<GoogleOutcome, 'connected'>;

/** True whether an account was to be connected, or one that is connected was to do more. */
const sentences: Readonly<Record<Sad, string>> = {
  denied: 'Nothing has changed: you chose Cancel at Google.',
  incomplete: 'Nothing has changed: Google asks what Tabpoint may do. Allow your Google Sheets there, and try again.',
  expired: 'Nothing has changed: that took too long. Try again.',
  failed: 'Nothing has changed: Google could not be asked. Try again in a moment.',
};

interface Return {
  /** What is to be said. */
  readonly notice?: { readonly kind: 'info' | 'error'; readonly text: string };
  /** The URL that was left in the input. */
  readonly sheet?: string;
  /** The same place without any of this. */
  readonly clean: string;
}

const isSad = (outcome: string): outcome is Sad => Object.hasOwn(sentences, outcome);

/** Reads the place somebody has come to; undefined when it says nothing of the kind. */
export function consentReturn(location: string): Return | undefined {
  const url = new URL(location, 'http://here.invalid');
  const [outcome, sheet] = [url.searchParams.get(PARAMETER), url.searchParams.get(SHEET)];
  if (outcome === null && sheet === null) return undefined;
  url.searchParams.delete(PARAMETER);
  url.searchParams.delete(SHEET);
  const notice =
    outcome === 'connected'
      ? ({ kind: 'info', text: 'Google account connected' } as const)
      : outcome !== null && isSad(outcome)
        ? ({ kind: 'error', text: sentences[outcome] } as const)
        : undefined;
  return { notice, sheet: sheet ?? undefined, clean: url.pathname + url.search + url.hash };
}

/** Says how asking for consent has ended, and takes it out of the address. */
export function* tellReturn() {
  const { location, navigate } = yield* getPorts();
  const back = consentReturn(location());
  if (back === undefined) return;
  yield* call(navigate, back.clean, { replace: true });
  if (back.notice !== undefined) yield* put(noticeShown(back.notice));
  if (back.sheet !== undefined) yield* put(sheetBroughtBack({ url: back.sheet }));
}

export const consentSaga = () => takeEvery(oauthReturnOpened, tellReturn);
