import { ProjectPage } from '../endpoint/ProjectPage';
import { ErrorPage } from '../layout/ErrorPage';
import { NotFoundPage } from '../layout/NotFoundPage';
import { projectViews } from './projectViews';

const LEAD = 'Your endpoints are not affected. Try again in a moment; the details below say what went wrong.';

/** `/projects/{projectId}/{tabName}`, with what stands there when it cannot be shown. */
export function ProjectRoute() {
  return (
    <ProjectPage
      missing={<NotFoundPage />}
      views={projectViews}
      failed={(details, retry) => (
        <ErrorPage title="This project did not load" lead={LEAD} details={details} onRetry={retry} />
      )}
    />
  );
}
