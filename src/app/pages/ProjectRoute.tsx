import { ProjectPage } from '../endpoint/ProjectPage';
import { KeysSection } from '../keys/KeysSection';
import { ErrorPage } from '../layout/ErrorPage';
import { NotFoundPage } from '../layout/NotFoundPage';

const LEAD = 'Your endpoints are not affected. Try again in a moment; the details below say what went wrong.';

/** `/projects/{projectId}/{tabName}`, with what stands there when it cannot be shown. */
export function ProjectRoute() {
  return (
    <ProjectPage
      missing={<NotFoundPage />}
      keys={(project) => <KeysSection key={project.id} project={project} />}
      failed={(details, retry) => (
        <ErrorPage title="This project did not load" lead={LEAD} details={details} onRetry={retry} />
      )}
    />
  );
}
