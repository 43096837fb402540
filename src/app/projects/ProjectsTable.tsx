import styled from 'styled-components';
import { below, ListCard, Line } from '../ui/layout/spacing';
import { ClearSearch } from '../ui/forms/SearchField';
import { EmptyState } from '../ui/layout/EmptyState';
import { Delayed, Skeleton } from '../ui/layout/Skeleton';
import { ACTIONS, listTable, TableHead } from '../ui/layout/Table';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { ProjectRow } from './ProjectRow';
import {
  selectNewProjectId,
  selectProjectListPhase,
  selectProjectSearch,
  selectShownProjects,
} from './projectsSelectors';
import { searchTyped } from './projectsSlice';
import { onRowKey } from './rowKeys';

/** Column widths are fixed, so that nothing moves when the rows arrive. */
const ListTable = styled.table`
  ${listTable}
  table-layout: fixed;
  font-variant-numeric: tabular-nums;

  th {
    border-bottom: 1px solid var(--line);
    line-height: var(--leading-base);
  }
  td {
    padding: 14px 16px;
  }
  tbody > tr:first-child > td {
    border-top: 0;
  }
  th:first-child,
  td:first-child {
    padding-left: 20px;
  }
  th:nth-child(2),
  td:nth-child(2) {
    width: 120px;
    color: var(--ink);
    text-align: right;
  }
  th:nth-child(2) {
    color: var(--ink-3);
  }
  th:nth-child(3) {
    width: 244px;
    text-align: right;
  }
  th:nth-child(4) {
    width: 162px;
  }
  th:nth-child(5) {
    width: 150px;
  }
  th:nth-child(6) {
    width: 104px;
  }
  td:nth-child(6) {
    padding-left: 0;
  }

  ${below.lists} {
    &,
    tbody {
      display: block;
    }
    thead {
      position: absolute;
      clip-path: inset(50%);
    }
    tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto;
      gap: 10px 12px;
      align-items: center;
      position: relative;
      padding: 16px;
      border-top: 1px solid var(--line);
    }
    tbody > tr:first-child {
      border-top: 0;
    }
    td,
    td:first-child {
      display: block;
      width: auto;
      padding: 0;
      border: 0;
    }
    td:first-child {
      grid-column: 1 / -1;
      padding-right: 40px;
    }
    td:nth-child(2) {
      display: none;
    }
    td:nth-child(3) {
      grid-column: 1 / -1;

      & > div {
        justify-content: space-between;
      }
    }
    td:nth-child(5) {
      text-align: right;
    }
    td:nth-child(6) {
      position: absolute;
      top: 16px;
      right: 12px;
    }
    [data-on-hover] {
      display: none;
    }
  }
`;

const Name = styled(Line)`
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
const TextLine = styled(Skeleton)`
  margin-block: 4px;
`;

const Week = styled(Line)`
  justify-content: flex-end;
  gap: 22px;
`;

const widths = [180, 150, 210, 164, 232, 140];

/** Six skeleton rows with the height of real ones. */
const SkeletonRows = () =>
  widths.map((width) => (
    <tr key={width}>
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
        <TextLine $width={70} />
      </td>
      <td>
        <TextLine $width={56} />
      </td>
      <td />
    </tr>
  ));

const head = <TableHead columns={['Project', 'Rows', 'Requests, 7 days', 'Updated', 'Status', ACTIONS]} />;

function NothingFound() {
  const dispatch = useAppDispatch();
  const search = useAppSelector(selectProjectSearch);
  return (
    <ListCard>
      <EmptyState title="Nothing found" lead={`No project or tab matches “${search.trim()}”.`}>
        <ClearSearch onClear={() => dispatch(searchTyped(''))} />
      </EmptyState>
    </ListCard>
  );
}

const Waiting = () => (
  <ListCard>
    <ListTable>
      {head}
      <Delayed as="tbody" aria-hidden="true">
        <SkeletonRows />
      </Delayed>
    </ListTable>
  </ListCard>
);

interface ProjectsTableProps {
  /** Opens the dialog that confirms the deletion of a project. */
  readonly onDelete: (projectId: string) => void;
}

/** The projects that match the search, one per row; on phones one per block. */
export function ProjectsTable({ onDelete }: ProjectsTableProps) {
  const projects = useAppSelector(selectShownProjects);
  const newId = useAppSelector(selectNewProjectId);
  const search = useAppSelector(selectProjectSearch);
  if (useAppSelector(selectProjectListPhase) === 'loading') return <Waiting />;
  if (projects.length === 0) return <NothingFound />;
  return (
    <ListCard>
      <ListTable aria-label="Projects">
        {head}
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
