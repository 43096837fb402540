import styled from 'styled-components';
import { apiPaths } from '../../contract/paths';
import { selectAbout, selectApiOrigin } from '../about/aboutSlice';
import { Button, ButtonAnchor, ButtonLink } from '../ui/forms/Button';
import { CopyButton } from '../ui/forms/CopyButton';
import { Icon } from '../ui/display/Icon';
import { Card, Row } from '../ui/layout/spacing';
import { Mono, Small, SmallTitle, Strong, TextLink } from '../ui/display/text';
import { paths } from '../paths';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { selectCreatePhase, selectDraftText, selectFailure, selectSheetHosts } from './createFlowSelectors';
import { draftEventFor, isFileLink, suggestedUrl } from './draft';

const Offer = styled.div`
  display: grid;
  justify-items: start;
  gap: 8px;
`;

/** Help for a text that is not the URL of a spreadsheet: the URL that was probably meant, or what to do with the link of a file. */
export function InvalidHelp() {
  const dispatch = useAppDispatch();
  const text = useAppSelector(selectDraftText);
  const hosts = useAppSelector(selectSheetHosts);
  const isInvalid = useAppSelector(selectCreatePhase) === 'invalid';
  if (!isInvalid) return null;
  const suggested = suggestedUrl(text, hosts);
  if (suggested !== undefined) {
    return (
      <Offer>
        <Small>
          Did you mean <Mono>{suggested}</Mono>?
        </Small>
        <Button size="small" onClick={() => dispatch(draftEventFor(suggested, hosts))}>
          Check this URL
        </Button>
      </Offer>
    );
  }
  if (!isFileLink(text)) return null;
  return (
    <Small>
      This is the link of a file. Download it, and upload it here; or open it in Google Sheets and paste that URL.
    </Small>
  );
}

const Box = styled(Card)`
  width: 100%;

  & > h2 {
    padding: 20px;
  }
  & > div {
    display: flex;
    align-items: flex-start;
    gap: 12px;
    padding: 12px 20px;
    border-top: 1px solid var(--line);
  }
  & > div > svg {
    margin-top: 3px;
    color: var(--ink-3);
  }
`;

/** Access through the user's Google account: Google asks for consent, and redirects back to the same URL. */
function KeepPrivate() {
  const origin = useAppSelector(selectApiOrigin);
  const url = useAppSelector(selectDraftText);
  return (
    <div>
      <Icon name="lock" />
      <div>
        <Strong>Keep it private</Strong>
        <Small>Tabpoint reads it with your Google account, and changes nothing in it.</Small>
        <Row $gap="8px 12px" $top={12}>
          <ButtonAnchor href={origin + apiPaths.googleConnect(paths.createProjectWith(url))}>
            Connect your Google account
          </ButtonAnchor>
        </Row>
      </div>
    </div>
  );
}

/** Access through the server's own Google account: the user shares the sheet with its address. */
function ShareWith({ address }: { readonly address: string }) {
  return (
    <div>
      <Icon name="person" />
      <div>
        <Strong>Share it with this server</Strong>
        <Small>In the sheet choose Share, add this address, and Viewer. Tabpoint changes nothing in it.</Small>
        <Row $gap="8px 12px" $top={12}>
          <Mono>{address}</Mono>
          <CopyButton text={address} size="small" announcement="Address copied" />
        </Row>
      </div>
    </div>
  );
}

const titles = ['How to give access', 'Two ways to give access', 'Three ways to give access'] as const;

/** Explains how to give Tabpoint access to a private sheet. */
function GiveAccess() {
  const connects = useAppSelector(selectAbout)?.googleConfigured === true;
  const address = useAppSelector(selectFailure)?.shareWith;
  return (
    <Box>
      <SmallTitle as="h2">{titles[Number(connects) + Number(address !== undefined)]}</SmallTitle>
      <div>
        <Icon name="globe" />
        <div>
          <Strong>Anyone with the link</Strong>
          <Small>In the sheet choose Share, then General access, then Anyone with the link.</Small>
        </div>
      </div>
      {address !== undefined && <ShareWith address={address} />}
      {connects && <KeepPrivate />}
    </Box>
  );
}

/** Link beside "Try again" to the guide about sharing, after the check of a private sheet. */
export const SharingGuide = () =>
  useAppSelector(selectFailure)?.code === 'source_private' ? (
    <TextLink to={paths.guide('google')}>How to share a sheet</TextLink>
  ) : null;

/** Help for a failure, selected by the error code of the response. */
export function FailureHelp() {
  const code = useAppSelector(selectFailure)?.code;
  if (code === 'source_private') return <GiveAccess />;
  return code === 'plan_limit' ? <ButtonLink to={paths.upgrade}>See plans</ButtonLink> : null;
}
