import { CODE_DIGITS } from '../../contract/secondFactor';
import { codeGiven, type CodeKind } from './secondStepEvents';
import { codeRefused } from './secondStepSlice';

const ENTER: Readonly<Record<CodeKind, string>> = {
  app: 'Enter the six digits that your app shows.',
  recovery: 'Enter one of your recovery codes.',
};

/** Which event giving a code is: given, or refused for what can be seen at once. Apps show digits in groups. */
export function judgeCode(kind: CodeKind, typed: string) {
  const code = kind === 'app' ? typed.replace(/\s/g, '') : typed.trim();
  const isCode = kind === 'app' ? new RegExp(`^\\d{${CODE_DIGITS}}$`).test(code) : code !== '';
  return isCode ? codeGiven({ kind, code }) : codeRefused({ message: ENTER[kind] });
}
