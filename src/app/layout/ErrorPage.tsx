import { useLocation } from 'react-router';
import styled from 'styled-components';
import { Button, ButtonLink } from '../ui/forms/Button';
import { CopyButton } from '../ui/forms/CopyButton';
import { TroubleSign } from '../ui/layout/EmptyState';
import { Icon } from '../ui/display/Icon';
import { MiniSheet, MiniTab } from '../ui/layout/MiniSheet';
import { PageHeading } from '../ui/layout/PageHeading';
import { Centre, Row } from '../ui/layout/spacing';
import { InlineCode, Lead } from '../ui/display/text';
import { paths } from '../paths';

const Block = styled.div`
  width: 100%;
  max-width: 560px;

  & > h1 {
    margin-top: 20px;
  }
  & > h1 + p {
    margin-top: 8px;
  }
`;

const Details = styled.div`
  overflow: hidden;
  margin-top: 28px;
  border: 1px solid var(--line);
  border-radius: var(--r-lg);
  background: var(--code-bg);

  & > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    height: 40px;
    padding: 0 6px 0 16px;
    border-bottom: 1px solid var(--line);
    background: var(--surface);
    font-size: var(--text-sm);
    font-weight: var(--weight-medium);
  }
  & > pre {
    overflow-x: auto;
    padding: 14px 16px;
    font-size: 12px;
    line-height: 20px;
  }
`;

export interface ErrorPageProps {
  readonly title?: string;
  readonly lead?: string;
  /** Technical details of the error. */
  readonly details: string;
  /** Handler of "Try again"; by default the button reloads the page. */
  readonly onRetry?: () => void;
}

const TITLE = 'This page stopped working';
const LEAD =
  'Your endpoints are not affected. Reload the page. If it happens again, the details below say what went wrong.';

/** Replaces a page that cannot be shown: what it means, what to do, and the details. */
export const ErrorPage = ({ title = TITLE, lead = LEAD, details, onRetry }: ErrorPageProps) => (
  <Centre>
    <Block>
      <TroubleSign>
        <Icon name="warning" size={22} />
      </TroubleSign>
      <PageHeading hero>{title}</PageHeading>
      <Lead>{lead}</Lead>
      <Row $top={20}>
        <Button look="primary" icon="refresh" onClick={onRetry ?? (() => window.location.reload())}>
          {onRetry ? 'Try again' : 'Reload page'}
        </Button>
        <ButtonLink to={paths.projects}>Back to projects</ButtonLink>
      </Row>
      <Details>
        <div>
          Details
          <CopyButton look="ghost" size="small" text={details} announcement="Details copied" />
        </div>
        <pre tabIndex={0}>{details}</pre>
      </Details>
    </Block>
  </Centre>
);

const Missing = styled(Block)`
  max-width: 520px;

  & > h1 {
    margin-top: 32px;
  }
`;

const blank = ['', '', '', ''];

/** The 404 page: for an unknown address, and for a project that does not exist or belongs to another user. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <Centre>
      <Missing>
        <div aria-hidden="true">
          <MiniSheet rows={[blank, blank, blank]}>
            <MiniTab>roasters</MiniTab>
            <MiniTab>beans</MiniTab>
            <MiniTab $look="missing">404</MiniTab>
          </MiniSheet>
        </div>
        <PageHeading hero page={pathname}>
          There is no sheet here
        </PageHeading>
        <Lead>
          The page <InlineCode>{pathname}</InlineCode> does not exist, or it belongs to another account.
        </Lead>
        <Row $top={20}>
          <ButtonLink look="primary" to={paths.projects}>
            Back to projects
          </ButtonLink>
          <ButtonLink to={paths.learn}>Read the guides</ButtonLink>
        </Row>
      </Missing>
    </Centre>
  );
}
