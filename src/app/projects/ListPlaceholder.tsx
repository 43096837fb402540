import styled from 'styled-components';
import type { ApiFailure } from '../http/apiError';
import { notLoadedText } from '../http/shownFailure';
import { below, Card } from '../ui/layout/spacing';
import { ButtonLink } from '../ui/forms/Button';
import { CopyButton } from '../ui/forms/CopyButton';
import { EmptyState, NotLoadedState } from '../ui/layout/EmptyState';
import { Mono, Small, SmallTitle } from '../ui/display/text';
import { paths } from '../paths';
import { selectProjectListFailure } from './projectsSelectors';
import { projectListRetried } from './projectsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Box = styled(Card)`
  overflow: hidden;

  & > div {
    padding-bottom: 40px;
  }
`;

const Steps = styled.ol`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  border-top: 1px solid var(--line);

  & > li {
    padding: 24px;
  }
  & > li + li {
    border-left: 1px solid var(--line);
  }
  ${below.lists} {
    grid-template-columns: minmax(0, 1fr);

    & > li + li {
      border-top: 1px solid var(--line);
      border-left: 0;
    }
  }
`;

const Number = styled.p`
  margin-bottom: 4px;
  color: var(--ink-3);
  font: 450 11px / 16px var(--font-mono);
`;

const steps = [
  {
    title: 'Paste the URL',
    text: 'Share the sheet with anyone who has the link, or upload a workbook to your drive.',
  },
  {
    title: 'Choose who may read',
    text: 'A project starts private; a link-shared sheet starts open. Writing needs a key.',
  },
  { title: 'Call it', text: 'Snippets for curl, JavaScript, TypeScript and Python are filled in for you.' },
];

/** Replaces an empty list: explains the product and how to start. */
export const NoProjects = () => (
  <Box>
    <EmptyState
      title="Turn a spreadsheet into an API"
      lead="Paste a Google Sheet URL. Every sheet in it becomes an endpoint you can call, usually within ten seconds."
    >
      <ButtonLink look="primary" size="large" icon="plus" to={paths.createProject}>
        New project
      </ButtonLink>
      <ButtonLink size="large" to={paths.templates}>
        Browse templates
      </ButtonLink>
    </EmptyState>
    <Steps>
      {steps.map(({ title, text }, index) => (
        <li key={title}>
          <Number aria-hidden="true">{index + 1}</Number>
          <SmallTitle>{title}</SmallTitle>
          <Small>{text}</Small>
        </li>
      ))}
    </Steps>
  </Box>
);

const requestIdOf = ({ body }: ApiFailure) => (typeof body?.requestId === 'string' ? body.requestId : undefined);

/** Returns the text for a report of the failure. */
function detailsOf(failure: ApiFailure) {
  const { kind, message, status, statusText = '' } = failure;
  const requestId = requestIdOf(failure);
  const lines = [
    `${kind}: ${message}`,
    status && `Status ${status} ${statusText}`.trim(),
    requestId && `Request ${requestId}`,
  ];
  return lines.filter(Boolean).join('\n');
}

const RequestLine = ({ id }: { readonly id: string }) => (
  <>
    Request <Mono>{id}</Mono>
  </>
);

/** Replaces the list if it could not be loaded. */
export function ProjectsFailure() {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectProjectListFailure);
  if (failure === undefined) return null;
  const requestId = requestIdOf(failure);
  return (
    <Card role="alert">
      <NotLoadedState
        title="Your projects did not load"
        lead={notLoadedText(failure)}
        foot={requestId && <RequestLine id={requestId} />}
        onRetry={() => dispatch(projectListRetried())}
      >
        <CopyButton text={detailsOf(failure)} word="Copy details" announcement="Details copied" />
      </NotLoadedState>
    </Card>
  );
}
