import styled from 'styled-components';
import { Button, ButtonLink } from '../parts/Button';
import { CopyButton } from '../parts/CopyButton';
import { TroubleSign } from '../parts/EmptyState';
import { Icon } from '../parts/Icon';
import { PageHeading } from '../parts/PageHeading';
import { Centre, Row } from '../parts/spacing';
import { Lead } from '../parts/text';
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

const Actions = styled(Row)`
  margin-top: 20px;
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

interface ErrorPageProps {
  readonly title?: string;
  readonly lead?: string;
  /** What went wrong, for whoever looks into it. */
  readonly details: string;
  /** Loads the page again, unless told otherwise. */
  readonly onRetry?: () => void;
}

const TITLE = 'This page stopped working';
const LEAD =
  'Your endpoints are not affected. Reload the page. If it happens again, the details below say what went wrong.';

/** Instead of a page that cannot be shown: what it means, what to do, and the details. */
export const ErrorPage = ({ title = TITLE, lead = LEAD, details, onRetry }: ErrorPageProps) => (
  <Centre>
    <Block>
      <TroubleSign>
        <Icon name="warning" size={22} />
      </TroubleSign>
      <PageHeading hero>{title}</PageHeading>
      <Lead>{lead}</Lead>
      <Actions>
        <Button look="primary" icon="refresh" onClick={onRetry ?? (() => window.location.reload())}>
          {onRetry ? 'Try again' : 'Reload page'}
        </Button>
        <ButtonLink to={paths.projects}>Back to projects</ButtonLink>
      </Actions>
      <Details>
        <div>
          Details
          <CopyButton look="ghost" size="small" text={details} done="Details copied" />
        </div>
        <pre tabIndex={0}>{details}</pre>
      </Details>
    </Block>
  </Centre>
);
