import { CODE_DIGITS } from '../../contract/secondFactor';
import { type ApiFailure, failureText } from '../http/apiError';
import { counted } from '../parts/numbers';
import { FAILED } from './accountWords';
import { appCodeGiven, appCodeRefused, type Change, proofGiven, proofRefused } from './secondFactorSlice';

/** What is asked before each change, and the word of its button. */
export const questions: Readonly<Record<Change, { title: string; text: string; go: string }>> = {
  on: {
    title: 'Turn on two-step sign-in?',
    text: 'You need an authenticator app on your phone. Your password shows that it is you.',
    go: 'Continue',
  },
  off: {
    title: 'Turn off two-step sign-in?',
    text: 'Your password alone lets you in then. All other sessions end.',
    go: 'Turn off',
  },
  codes: {
    title: 'Make new recovery codes?',
    text: 'Those you have stop working at once. Your password shows that it is you.',
    go: 'Make new codes',
  },
};

const WRONG_CODE = 'That code is not right. Type the one your app shows now. The clock of your phone has to be right.';
const TOO_MANY = 'Too many tries. Wait a moment.';

const codeOf = ({ body }: ApiFailure) => (typeof body?.code === 'string' ? body.code : '');

/** Of a session that is over the library tells in words of its own. */
const ENDED: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'INVALID_TWO_FACTOR_COOKIE']);
const SIGNED_OUT = 'You were signed out meanwhile. Reload the page and log in again.';

function textOf(failure: ApiFailure): string {
  const code = codeOf(failure);
  if (ENDED.has(code)) return SIGNED_OUT;
  return failure.status === 429 && code === '' ? TOO_MANY : failureText(failure, FAILED);
}

/** Why a password was refused. */
export const proofRefusalIn = (failure: ApiFailure): string =>
  codeOf(failure) === 'INVALID_PASSWORD' ? 'Your password is not right.' : textOf(failure);

/** Why the first code of an app was refused. */
export const codeRefusalIn = (failure: ApiFailure): string =>
  codeOf(failure) === 'INVALID_CODE' ? WRONG_CODE : textOf(failure);

/** Which event giving a password is. */
export const judgeProof = (password: string) =>
  password === '' ? proofRefused({ message: 'Enter your password.' }) : proofGiven({ password });

/** Which event giving the first code is; apps show its digits in groups. */
export function judgeAppCode(typed: string) {
  const code = typed.replace(/\s/g, '');
  return new RegExp(`^\\d{${CODE_DIGITS}}$`).test(code)
    ? appCodeGiven({ code })
    : appCodeRefused({ message: 'Enter the six digits that your app shows.' });
}

/** "On. 9 recovery codes left." */
export const onInWords = (recoveryCodes: number): string =>
  `On. ${recoveryCodes === 0 ? 'No recovery codes' : counted(recoveryCodes, 'recovery code')} left.`;

/** The key as people type it: in groups of four. */
export const keyInGroups = (uri: string): string =>
  (new URL(uri).searchParams.get('secret') ?? '').replace(/(.{4})(?=.)/g, '$1 ');

/** What is kept in the file of the codes. */
export const codesInFile = (codes: readonly string[]): string =>
  ['Tabpoint: recovery codes of two-step sign-in.', 'Each of them works once.', '', ...codes, ''].join('\r\n');
