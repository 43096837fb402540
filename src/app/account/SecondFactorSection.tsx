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

/** Layout with the height of the loaded section, also for its skeleton. */
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

function Loaded({ on, required, recoveryCodes }: Account['secondFactor']) {
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

/** The dialog of a change in progress. It cannot be closed during a request or while it shows recovery codes, so that they are not lost. */
function Change() {
  const dispatch = useAppDispatch();
  const state = useAppSelector(selectSecondFactor);
  if (state.phase === 'resting') return null;
  const leavable = state.phase === 'asking' || state.phase === 'settingUp';
  const leave = () => dispatch(changeLeft());
  return (
    <Dialog title={titleOf(state)} role="dialog" working={!leavable} onClose={leave}>
      <SecondFactorSteps state={state} onLeave={leave} />
    </Dialog>
  );
}

/** Two-step sign-in: its state, and the buttons that change it. */
export function SecondFactorSection() {
  const dispatch = useAppDispatch();
  const loaded = useAppSelector(selectAccountSummary)?.secondFactor;
  const failed = useAppSelector(selectSummaryLost);
  return (
    <Section title="Two-step sign-in" about={loaded?.required ? `${ABOUT} ${REQUIRED}` : ABOUT}>
      {loaded && <Loaded {...loaded} />}
      {!loaded && !failed && <Waiting />}
      {!loaded && failed && (
        <NotLoadedBanner onRetry={() => dispatch(accountOpened())}>This did not load.</NotLoadedBanner>
      )}
      <Change />
    </Section>
  );
}
