import styled from 'styled-components';
import { Button } from '../parts/Button';
import { EmptyState } from '../parts/EmptyState';
import { Skeleton, useSkeletonShown } from '../parts/Skeleton';
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
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Name = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  height: 44px;

  & > div {
    display: grid;
    gap: 9px;
  }
`;

const AtRight = styled(Skeleton)`
  margin-left: auto;
`;

/** As high as a line of text. */
const Line = styled(Skeleton)`
  margin-block: 4px;
`;

const Week = styled.div`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 22px;
`;

const widths = [180, 150, 210, 164, 232, 140];

/** Six rows in the height of real ones; `shown` once waiting has lasted long enough. */
const SkeletonRows = ({ shown }: { readonly shown: boolean }) =>
  widths.map((width) => (
    <tr key={width} style={{ visibility: shown ? 'visible' : 'hidden' }}>
      <td>
        <Name>
          <Skeleton $width={36} $height={36} $radius={9} />
          <div>
            <Skeleton $width={width} />
            <Skeleton $width={width * 0.7} $height={16} />
          </div>
        </Name>
      </td>
      <td>
        <AtRight $width={40} />
      </td>
      <td>
        <Week>
          <Skeleton $width={104} $height={28} />
          <Skeleton $width={40} />
        </Week>
      </td>
      <td>
        <Line $width={70} />
      </td>
      <td>
        <Line $width={56} />
      </td>
      <td />
    </tr>
  ));

const Head = () => (
  <thead>
    <tr>
      <th scope="col">Project</th>
      <th scope="col">Rows</th>
      <th scope="col">Requests, 7 days</th>
      <th scope="col">Updated</th>
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
