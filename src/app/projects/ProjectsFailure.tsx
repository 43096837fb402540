import { failureText, type ApiFailure } from '../http/apiError';
import { Button } from '../parts/Button';
import { CopyButton } from '../parts/CopyButton';
import { EmptyState } from '../parts/EmptyState';
import { Card } from '../parts/spacing';
import { Mono } from '../parts/text';
import { selectProjectListFailure } from './projectsSelectors';
import { projectListRetried } from './projectsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const sentence = (failure: ApiFailure) =>
  failureText(
    failure,
    failure.status === undefined
      ? 'The server could not be reached. Nothing is lost. Try again in a moment.'
      : `The server answered with ${failure.status}. Nothing is lost. Try again in a moment.`,
  );

const requestIdOf = ({ body }: ApiFailure) => (typeof body?.requestId === 'string' ? body.requestId : undefined);

const detailsOf = (failure: ApiFailure) =>
  [
    `${failure.kind}: ${failure.message}`,
    failure.status && `Status ${failure.status} ${failure.statusText ?? ''}`.trim(),
    requestIdOf(failure) && `Request ${requestIdOf(failure)}`,
  ]
    .filter(Boolean)
    .join('\n');

const RequestLine = ({ id }: { readonly id: string }) => (
  <>
    Request <Mono>{id}</Mono>
  </>
);

/** Instead of the list when it could not be loaded. */
export function ProjectsFailure() {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectProjectListFailure);
  if (failure === undefined) return null;
  const requestId = requestIdOf(failure);
  return (
    <Card role="alert">
      <EmptyState
        icon="warning"
        title="Your projects did not load"
        lead={sentence(failure)}
        foot={requestId && <RequestLine id={requestId} />}
      >
        <Button look="primary" icon="refresh" onClick={() => dispatch(projectListRetried())}>
          Try again
        </Button>
        <CopyButton text={detailsOf(failure)} word="Copy details" done="Details copied" />
      </EmptyState>
    </Card>
  );
}
