import { Suspense, useState } from 'react';
import styled from 'styled-components';
import { below, Page, PageHead, Row } from '../ui/layout/spacing';
import { ButtonLink } from '../ui/forms/Button';
import { lazyDialog, lazyPart } from '../ui/overlays/lazyPart';
import { counted } from '../ui/display/numbers';
import { PageHeading } from '../ui/layout/PageHeading';
import { Skeleton } from '../ui/layout/Skeleton';
import { Lead } from '../ui/display/text';
import { paths } from '../paths';
import { selectProjectCounts, selectProjectListPhase, selectRename } from './projectsSelectors';
import { projectListLeft, projectListOpened } from './projectsSlice';
import { ProjectsTable } from './ProjectsTable';
import { ProjectsToolbar } from './ProjectsToolbar';
import { useAppSelector, useOnScreen } from '../storeHooks';

const ProjectDialogs = lazyDialog(
  async () => (await import(/* webpackChunkName: "projectDialogs" */ './ProjectDialogs')).default,
);

const listPlaceholder = () => import(/* webpackChunkName: "listPlaceholder" */ './ListPlaceholder');

const NoProjects = lazyPart(async () => (await listPlaceholder()).NoProjects);
const ProjectsFailure = lazyPart(async () => (await listPlaceholder()).ProjectsFailure);

/** Reserves the height of the summary, which wraps on phones, before its numbers are loaded. */
const SummaryBox = styled.div`
  ${below.gutters} {
    min-height: 48px;
  }
`;

/** Skeleton in the middle of the summary's line. */
const SummaryBar = styled(Skeleton)`
  border-block: 5px solid transparent;
  background-clip: padding-box;
`;

/** Links to a new project and to the spreadsheets; the second does not move when the first is hidden. On phones each has half the width. */
const Actions = styled(Row)`
  justify-content: flex-end;
  min-width: 300px;

  ${below.lists} {
    width: 100%;
    min-width: 0;

    & > a {
      flex: 0 1 calc(50% - 4px);
    }
  }
`;

/** Counts of projects, endpoints and requests, in one line under the title. */
function Summary() {
  const phase = useAppSelector(selectProjectListPhase);
  const { projects, endpoints, requests } = useAppSelector(selectProjectCounts);
  if (phase === 'failed') return <Lead>We could not load your projects.</Lead>;
  if (phase === 'loading') return <SummaryBar as="p" $width={340} $height={24} $radius={11} aria-hidden="true" />;
  if (projects === 0) return <Lead>No projects yet.</Lead>;
  const counts = [counted(projects, 'project'), counted(endpoints, 'endpoint'), counted(requests, 'request')];
  return <Lead>{`${counts.join(', ')} in the last 7 days.`}</Lead>;
}

/** `/`: the user's projects. */
export function ProjectsPage() {
  useOnScreen(projectListOpened(), projectListLeft);
  const phase = useAppSelector(selectProjectListPhase);
  const { projects } = useAppSelector(selectProjectCounts);
  const [deleting, setDeleting] = useState<string>();
  const renaming = useAppSelector(selectRename).phase !== 'closed';
  const hasNone = phase === 'ready' && projects === 0;
  return (
    <Page aria-busy={phase === 'loading'}>
      <PageHead>
        <div>
          <PageHeading>Projects</PageHeading>
          <SummaryBox>
            <Summary />
          </SummaryBox>
        </div>
        <Actions>
          {!hasNone && (
            <ButtonLink look="primary" icon="plus" to={paths.createProject}>
              New project
            </ButtonLink>
          )}
          <ButtonLink icon="table" to={paths.spreadsheets}>
            Spreadsheets
          </ButtonLink>
        </Actions>
      </PageHead>
      <Suspense fallback={<div aria-busy="true" />}>
        {hasNone && <NoProjects />}
        {phase === 'failed' && <ProjectsFailure />}
      </Suspense>
      {!hasNone && phase !== 'failed' && (
        <>
          <ProjectsToolbar />
          <ProjectsTable onDelete={setDeleting} />
        </>
      )}
      {(renaming || deleting !== undefined) && (
        <ProjectDialogs deleting={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </Page>
  );
}
