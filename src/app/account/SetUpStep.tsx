import { Suspense, useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { Button } from '../parts/Button';
import { CopyIconButton } from '../parts/CopyIconButton';
import { DialogActions } from '../parts/Dialog';
import { Field } from '../parts/Field';
import { latePart } from '../parts/latePart';
import { Hint } from '../parts/text';
import { changeLeft, type SecondFactor } from './secondFactorSlice';
import { judgeAppCode, keyInGroups } from './secondFactorWords';
import { StepText } from './StepText';
import { useWrongField } from './useWrongField';
import { useAppDispatch } from '../storeHooks';

const QrCode = latePart(async () => (await import(/* webpackChunkName: "qrCode" */ './QrCode')).QrCode);

/** The room of the code, before it is drawn too. */
const Code = styled.div`
  min-height: 192px;
  margin: 16px 0 12px;
`;

const Key = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  margin: 4px 0 20px;

  & > code {
    min-width: 0;
    font: 450 13px / 20px var(--font-mono);
    font-variant-ligatures: none;
    overflow-wrap: anywhere;
    user-select: all;
  }
`;

interface SetUpStepProps {
  readonly state: Extract<SecondFactor, { phase: 'settingUp' | 'confirming' }>;
  /** Whether there is a way back. */
  readonly leavable: boolean;
}

/** What the app is given, as a QR code and as text, and the first code it makes of it. */
export function SetUpStep({ state, leavable }: SetUpStepProps) {
  const dispatch = useAppDispatch();
  const [typed, setTyped] = useState('');
  const wrong = state.phase === 'settingUp' ? state.message : undefined;
  const field = useWrongField(wrong, state);
  const confirming = state.phase === 'confirming';
  const { uri } = state.setUp;
  const key = keyInGroups(uri);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirming) dispatch(judgeAppCode(typed));
  };
  return (
    <form onSubmit={submit} noValidate>
      <StepText>Scan this with your authenticator app, then type the code that the app shows.</StepText>
      <Code>
        <Suspense fallback={null}>
          <QrCode text={uri} label="QR code for your authenticator app; the key below says the same" />
        </Suspense>
      </Code>
      <Hint>No camera? Type this key into the app.</Hint>
      <Key>
        <code>{key}</code>
        <CopyIconButton text={key.replaceAll(' ', '')} label="Copy key" done="Key copied" />
      </Key>
      <Field
        ref={field}
        name="appCode"
        label="Six-digit code"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={typed}
        error={wrong}
        onChange={(event) => setTyped(event.target.value)}
      />
      <DialogActions>
        {leavable && <Button onClick={() => dispatch(changeLeft())}>Cancel</Button>}
        <Button type="submit" look="primary" loading={confirming}>
          Turn on
        </Button>
      </DialogActions>
    </form>
  );
}
