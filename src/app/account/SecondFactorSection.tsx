import styled from 'styled-components';
import type { Account } from '../../contract/account';
import { NotLoadedBanner } from '../ui/layout/EmptyState';
import { Button } from '../ui/forms/Button';
import { Dialog } from '../ui/overlays/Dialog';
import { Skeleton } from '../ui/layout/Skeleton';
import { Row, Stack } from '../ui/layout/spacing';
import { Unseen } from '../ui/display/text';
import { accountOpened, selectAccountSummary, selectSummaryLost } from './accountSlice';
import { SecondFactorSteps, titleOf } from './SecondFactorSteps';
import { changeAsked, changeLeft, selectSecondFactor } from './secondFactorSlice';
import { onInWords } from './accountWords';
import { Section } from './accountForm';
import { useAppDispatch, useAppSelector } from '../storeHooks';

/** As high as what takes its place. */
const lines = { $gap: 12, $atLeast: 'calc(24px + 12px + var(--control))' };

const State = styled.p`
  font-weight: var(--weight-medium);
  line-height: 24px;
`;

const ABOUT = 'After your password, a code from an app on your phone. Other sessions end when you turn it on or off.';
const REQUIRED = 'This server asks everybody for it.';

const Waiting = () => (
  <Stack {...lines} aria-busy="true">
    <Skeleton $width={140} />
    <Unseen role="status">Loading two-step sign-in</Unseen>
  </Stack>
);

function Known({ on, required, recoveryCodes }: Account['secondFactor']) {
  const dispatch = useAppDispatch();
  if (!on) {
    return (
      <Stack {...lines}>
        <State>Off</State>
        <div>
          <Button onClick={() => dispatch(changeAsked({ change: 'on' }))}>Turn on</Button>
        </div>
      </Stack>
    );
  }
  return (
    <Stack {...lines}>
      <State>{onInWords(recoveryCodes)}</State>
      <Row>
        <Button onClick={() => dispatch(changeAsked({ change: 'codes' }))}>New recovery codes</Button>
        {!required && (
          <Button look="ghost" onClick={() => dispatch(changeAsked({ change: 'off' }))}>
            Turn off
          </Button>
        )}
      </Row>
    </Stack>
  );
}

/** The change that is going on, over the page. What has been sent is waited for, and codes are not lost by a slip. */
function Change() {
  const dispatch = useAppDispatch();
  const state = useAppSelector(selectSecondFactor);
  if (state.phase === 'resting') return null;
  const leavable = state.phase === 'asking' || state.phase === 'settingUp';
  return (
    <Dialog title={titleOf(state)} role="dialog" working={!leavable} onClose={() => dispatch(changeLeft())}>
      <SecondFactorSteps state={state} leavable />
    </Dialog>
  );
}

/** Two-step sign-in: whether it is on, and the ways to change that. */
export function SecondFactorSection() {
  const dispatch = useAppDispatch();
  const known = useAppSelector(selectAccountSummary)?.secondFactor;
  const lost = useAppSelector(selectSummaryLost);
  return (
    <Section title="Two-step sign-in" about={known?.required ? `${ABOUT} ${REQUIRED}` : ABOUT}>
      {known && <Known {...known} />}
      {!known && !lost && <Waiting />}
      {!known && lost && (
        <NotLoadedBanner onRetry={() => dispatch(accountOpened())}>This did not load.</NotLoadedBanner>
      )}
      <Change />
    </Section>
  );
}
