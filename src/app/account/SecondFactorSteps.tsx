import { type ReactNode, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { below, Row, Block, Line } from '../ui/layout/spacing';
import { Button, ButtonAnchor } from '../ui/forms/Button';
import { CopyButton, CopyIconButton } from '../ui/forms/CopyButton';
import { DialogActions, DialogText } from '../ui/overlays/Dialog';
import { Field } from '../ui/forms/Field';
import { useForm } from '../ui/forms/useForm';
import { lazyPart } from '../ui/overlays/lazyPart';
import { Hint } from '../ui/display/text';
import { useAppDispatch } from '../storeHooks';
import { AskedPassword } from './accountForm';
import { codesInFile, ENTER_CODE, isAppCode, keyInGroups, questions, withoutSpaces } from './accountWords';
import { appCodeGiven, codesKept, proofGiven, type SecondFactor } from './secondFactorSlice';

const Text = styled(DialogText)`
  &:focus {
    outline: none;
  }
`;

/** The first text of a step; it gets the focus, so that screen readers start here. */
function StepText({ children }: { readonly children: ReactNode }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Text ref={ref} tabIndex={-1}>
      {children}
    </Text>
  );
}

const Codes = styled.ul`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 4px 12px;
  margin: 16px 0;
  padding: 12px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r);
  background: var(--subtle);
  font: 450 12px / 20px var(--font-mono);
  font-variant-ligatures: none;

  ${below.gutters} {
    grid-template-columns: 1fr;
    justify-items: center;
  }
`;

const FILE = 'tabpoint-recovery-codes.txt';

const dataUrlOf = (codes: readonly string[]) =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(codesInFile(codes))}`;

/** Shows the recovery codes, once. "Done" is enabled after the user has copied (button or keyboard) or downloaded them. */
function CodesStep({ codes }: { readonly codes: readonly string[] }) {
  const dispatch = useAppDispatch();
  const [isSaved, setSaved] = useState(false);
  const markSaved = () => setSaved(true);
  return (
    <>
      <StepText>
        Each of them lets you in once when you do not have your app. Keep them somewhere else than on your phone. You
        will not see them again.
      </StepText>
      <Codes aria-label="Recovery codes" onCopy={markSaved}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Row>
        <CopyButton text={codes.join('\n')} announcement="Recovery codes copied" onCopied={markSaved} />
        <ButtonAnchor icon="download" href={dataUrlOf(codes)} download={FILE} onFollow={markSaved}>
          Download
        </ButtonAnchor>
      </Row>
      <DialogActions>
        <Button look="primary" disabled={!isSaved} onClick={() => dispatch(codesKept())}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}

interface Leavable {
  /** Undefined if the user cannot cancel. */
  readonly onLeave?: () => void;
}

interface ProofStepProps extends Leavable {
  readonly state: Extract<SecondFactor, { phase: 'asking' | 'proving' }>;
}

/** Asks for the password before a change of two-step sign-in. */
function ProofStep({ state, onLeave }: ProofStepProps) {
  const dispatch = useAppDispatch();
  const { text, go } = questions[state.change];
  return (
    <AskedPassword
      text={text}
      go={go}
      look={state.change === 'off' ? 'danger' : 'primary'}
      wrong={state.phase === 'asking' ? state.message : undefined}
      working={state.phase === 'proving'}
      onGive={(given) => dispatch(proofGiven(given))}
      onCancel={onLeave}
    />
  );
}

const QrCode = lazyPart(async () => (await import(/* webpackChunkName: "qrCode" */ './QrCode')).QrCode, {
  waiting: null,
});

const Key = styled(Line)`
  margin: 4px 0 20px;

  & > code {
    min-width: 0;
    font: 450 13px / 20px var(--font-mono);
    font-variant-ligatures: none;
    user-select: all;
  }
`;

interface SetUpStepProps extends Leavable {
  readonly state: Extract<SecondFactor, { phase: 'settingUp' | 'confirming' }>;
}

/** Shows the app's secret as a QR code and as text, and asks for the app's first code. */
function SetUpStep({ state, onLeave }: SetUpStepProps) {
  const dispatch = useAppDispatch();
  const wrong = state.phase === 'settingUp' ? state.message : undefined;
  const working = state.phase === 'confirming';
  const { props, field } = useForm(
    { code: '' },
    {
      problems: ({ code }) => ({ code: isAppCode(code) ? undefined : ENTER_CODE }),
      refusal: wrong === undefined ? undefined : { message: wrong, field: 'code' },
      working,
      onSubmit: ({ code }) => dispatch(appCodeGiven({ code: withoutSpaces(code) })),
    },
  );
  const { uri } = state.setUp;
  const key = keyInGroups(uri);
  return (
    <form {...props}>
      <StepText>Scan this with your authenticator app, then type the code that the app shows.</StepText>
      {/* Reserves the height of the QR code, which is lazy-loaded. */}
      <Block $atLeast={192} $top={16} $bottom={12}>
        <QrCode text={uri} label="QR code for your authenticator app; the key below says the same" />
      </Block>
      <Hint>No camera? Type this key into the app.</Hint>
      <Key>
        <code>{key}</code>
        <CopyIconButton text={withoutSpaces(key)} label="Copy key" announcement="Key copied" />
      </Key>
      <Field label="Six-digit code" autoComplete="one-time-code" inputMode="numeric" {...field('code')} />
      <DialogActions>
        {onLeave && <Button onClick={onLeave}>Cancel</Button>}
        <Button type="submit" look="primary" loading={working}>
          Turn on
        </Button>
      </DialogActions>
    </form>
  );
}

/** A change in progress. */
type RunningChange = Exclude<SecondFactor, { phase: 'resting' }>;

/** Returns the title of a step. */
export function titleOf(state: RunningChange): string {
  if (state.phase === 'asking' || state.phase === 'proving') return questions[state.change].title;
  return state.phase === 'showing' ? 'Keep your recovery codes' : 'Set up your app';
}

interface SecondFactorStepsProps extends Leavable {
  readonly state: RunningChange;
}

/** The current step of a change of two-step sign-in. */
export function SecondFactorSteps({ state, onLeave }: SecondFactorStepsProps) {
  switch (state.phase) {
    case 'asking':
    case 'proving':
      return <ProofStep state={state} onLeave={onLeave} />;
    case 'settingUp':
    case 'confirming':
      return <SetUpStep state={state} onLeave={onLeave} />;
    case 'showing':
      return <CodesStep codes={state.codes} />;
  }
}
