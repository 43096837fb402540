import type { ComponentProps } from 'react';
import styled from 'styled-components';
import type { GoogleConnection } from '../../contract/google';
import { apiPaths } from '../../contract/paths';
import { selectAbout, selectApiOrigin } from '../about/aboutSlice';
import { NotLoadedBanner } from '../ui/layout/EmptyState';
import { Button, ButtonAnchor } from '../ui/forms/Button';
import { Delayed, Skeleton } from '../ui/layout/Skeleton';
import { Card } from '../ui/layout/spacing';
import { Small, Unseen } from '../ui/display/text';
import { paths } from '../paths';
import { freshGoogle, disconnectAsked } from './googleSlice';
import { Section } from './accountForm';
import { accountOpened } from './accountSlice';
import type { RootState } from '../rootReducer';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Line = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  min-height: 66px;
  padding: 12px 12px 12px 16px;

  & > div {
    flex: 1 1 280px;
  }
`;

const Email = styled.p`
  font-weight: var(--weight-medium);
  line-height: 20px;
`;

const selectGoogle = ({ google = freshGoogle }: RootState) => google;

interface ConnectLinkProps extends Pick<ComponentProps<typeof ButtonAnchor>, 'size' | 'children'> {
  /** Whether to request write access from Google too. */
  readonly writing?: boolean;
}

/** Link to the consent page of Google, which redirects back to this page. */
const ConnectLink = ({ writing = false, ...link }: ConnectLinkProps) => (
  <ButtonAnchor {...link} href={useAppSelector(selectApiOrigin) + apiPaths.googleConnect(paths.account, writing)} />
);

const WITHDRAWN = 'Google no longer lets Tabpoint read your sheets with it.';
const READS = 'Your sheets can be read with it.';
const WRITES = 'Your sheets can be read with it, and calls with a key can write to those it may edit.';

function accessInWords({ withdrawn, writes }: GoogleConnection) {
  if (withdrawn) return WITHDRAWN;
  return writes ? WRITES : READS;
}

function Connected({ connection, busy }: { readonly connection: GoogleConnection; readonly busy: boolean }) {
  const dispatch = useAppDispatch();
  return (
    <Line>
      <div>
        <Email>{connection.email || 'Google account'}</Email>
        <Small>{accessInWords(connection)}</Small>
      </div>
      {connection.withdrawn && <ConnectLink size="small">Connect again</ConnectLink>}
      {!connection.withdrawn && !connection.writes && (
        <ConnectLink size="small" writing>
          Let calls write to your sheets
        </ConnectLink>
      )}
      <Button look="ghost" size="small" loading={busy} onClick={() => dispatch(disconnectAsked(connection))}>
        Disconnect
      </Button>
    </Line>
  );
}

const Waiting = () => (
  <Delayed as={Line} aria-busy="true">
    <div>
      <Skeleton $width={180} />
    </div>
    <Unseen role="status">Loading your Google account</Unseen>
  </Delayed>
);

/** The connected Google account; not shown on a server without Google sign-in. */
export function GoogleSection() {
  const dispatch = useAppDispatch();
  const state = useAppSelector(selectGoogle);
  if (useAppSelector(selectAbout)?.googleConfigured !== true) return null;
  return (
    <Section
      title="Google"
      about="Private sheets are read with your Google account. Nothing in them is changed, unless you let calls write."
    >
      {state.phase === 'loading' && <Waiting />}
      {state.phase === 'failed' && (
        <NotLoadedBanner onRetry={() => dispatch(accountOpened())}>Your Google account did not load.</NotLoadedBanner>
      )}
      {state.phase === 'ready' && state.connection === null && <ConnectLink>Connect your Google account</ConnectLink>}
      {(state.phase === 'ready' || state.phase === 'disconnecting') && state.connection !== null && (
        <Connected connection={state.connection} busy={state.phase === 'disconnecting'} />
      )}
    </Section>
  );
}
