import { Component, type ErrorInfo, type ReactNode } from 'react';
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
      <Row $top={20}>
        <Button look="primary" icon="refresh" onClick={onRetry ?? (() => window.location.reload())}>
          {onRetry ? 'Try again' : 'Reload page'}
        </Button>
        <ButtonLink to={paths.projects}>Back to projects</ButtonLink>
      </Row>
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

const Missing = styled.div`
  width: 100%;
  max-width: 520px;

  & > h1 {
    margin-top: 32px;
  }
  & > h1 + p {
    margin-top: 8px;
  }
`;

const blank = ['', '', '', ''];

/** For an address that is no page, and for a project that does not exist or is somebody else's. */
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

interface PageBoundaryProps {
  /** Where the person is. */
  readonly place?: string;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly error?: unknown;
  readonly time?: string;
  readonly parts?: string;
}

const WORKING: PageBoundaryState = { error: undefined, time: undefined, parts: undefined };

const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** The parts that were being drawn, the innermost first, with the places in their files; elements of the page are not named. */
const partsOf = (stack: string | null | undefined) =>
  (stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.includes('<anonymous>'))
    .slice(0, 6)
    .map((line) => `  ${line.replace(/https?:\/\/\S*\/([^/\s)]+)/, '$1')}`)
    .join('\n');

/** Holds a page that stopped working, so that the header and the footer stay, until the person goes to another place. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = {};

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { error, time: new Date().toISOString() };
  }

  override componentDidCatch(_error: unknown, info: ErrorInfo) {
    this.setState({ parts: partsOf(info.componentStack) });
  }

  override componentDidUpdate({ place }: PageBoundaryProps) {
    if (this.state.time !== undefined && place !== this.props.place) this.setState(WORKING);
  }

  override render() {
    const { error, time, parts } = this.state;
    if (time === undefined) return this.props.children;
    const details = [textOf(error), parts, `Page ${window.location.pathname}`, `Time ${time}`];
    return <ErrorPage details={details.filter(Boolean).join('\n')} />;
  }
}
