import { Button } from '../parts/Button';
import { EmptyState } from '../parts/EmptyState';
import { useSkeletonShown } from '../parts/Skeleton';
import { Unseen } from '../parts/text';
import { ListCard, ListTable } from './listLook';
import { ProjectRow } from './ProjectRow';
import {
  selectNewProjectId,
  selectProjectListPhase,
  selectProjectSearch,
  selectShownProjects,
} from './projectsSelectors';
import { searchTyped } from './projectsSlice';
import { onRowKey } from './rowKeys';
import { SkeletonRows } from './SkeletonRows';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Head = () => (
  <thead>
    <tr>
      <th scope="col">Project</th>
      <th scope="col">Rows</th>
      <th scope="col">Requests, 7 days</th>
      <th scope="col">Last synced</th>
      <th scope="col">Status</th>
      <th scope="col">
        <Unseen>Actions</Unseen>
      </th>
    </tr>
  </thead>
);

function NothingFound() {
  const dispatch = useAppDispatch();
  const search = useAppSelector(selectProjectSearch);
  return (
    <ListCard>
      <EmptyState title="Nothing found" lead={`No project or tab matches “${search.trim()}”.`}>
        <Button onClick={() => dispatch(searchTyped(''))}>Clear search</Button>
      </EmptyState>
    </ListCard>
  );
}

const Waiting = () => (
  <ListCard>
    <ListTable>
      <Head />
      <tbody aria-hidden="true">
        <SkeletonRows shown={useSkeletonShown()} />
      </tbody>
    </ListTable>
  </ListCard>
);

interface ProjectsTableProps {
  /** Asks whether to delete a project. */
  readonly onDelete: (projectId: string) => void;
}

/** The projects that match the search, one a row; on phones one a block. */
export function ProjectsTable({ onDelete }: ProjectsTableProps) {
  const projects = useAppSelector(selectShownProjects);
  const newId = useAppSelector(selectNewProjectId);
  const search = useAppSelector(selectProjectSearch);
  if (useAppSelector(selectProjectListPhase) === 'loading') return <Waiting />;
  if (projects.length === 0) return <NothingFound />;
  return (
    <ListCard>
      <ListTable aria-label="Projects">
        <Head />
        <tbody onKeyDown={onRowKey}>
          {projects.map((project) => (
            <ProjectRow
              key={project.id}
              project={project}
              isNew={project.id === newId}
              search={search}
              onDelete={onDelete}
            />
          ))}
        </tbody>
      </ListTable>
    </ListCard>
  );
}
