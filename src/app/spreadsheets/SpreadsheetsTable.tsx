import { Link } from '../ui/display/Link';
import type { DriveSpreadsheet } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import { selectApiOrigin } from '../about/aboutSlice';
import { Ago } from '../ui/display/Ago';
import { IconButton } from '../ui/forms/Button';
import { ACTIONS, TableHead, listTable } from '../ui/layout/Table';
import { Menu } from '../ui/overlays/Menu';
import type { MenuChoice } from '../ui/overlays/MenuSheet';
import { formatBytes, counted } from '../ui/display/numbers';
import { paths, type ProjectView } from '../paths';
import { selectProject } from '../projects/projectsSelectors';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { deletionRequested, selectChangedSpreadsheet } from './spreadsheetsSlice';
import styled from 'styled-components';
import { below, ListCard } from '../ui/layout/spacing';

/** A table with names at the left and a menu or buttons at the right; phones show only these two columns. */
export const DriveTable = styled.table`
  ${listTable}
  font-variant-numeric: tabular-nums;

  th:first-child,
  td:first-child {
    width: 100%;
    max-width: 0;
    padding-left: 20px;
  }
  td {
    white-space: nowrap;
  }
  td[data-wide] > a {
    display: block;
    max-width: 260px;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  td a:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  small {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  [data-narrow] {
    display: none;
  }
  ${below.lists} {
    [data-narrow] {
      display: block;
    }
    tr[data-stacked] > td {
      display: block;
      width: auto;
      max-width: none;
      text-align: left;
    }
    tr[data-stacked] > td + td {
      padding: 0 16px 12px 20px;
      border-top: 0;
    }
  }
`;

/** A name, truncated if it is too long. */
export const Name = styled.div`
  overflow: hidden;
  color: var(--ink);
  font-size: var(--text-base);
  font-weight: var(--weight-medium);
  text-overflow: ellipsis;
`;

interface OneSpreadsheet {
  readonly spreadsheet: DriveSpreadsheet;
}

/** Returns the path of the project that uses the spreadsheet, at its first visible sheet. */
const projectPath = ({ projectId = '', tabs }: DriveSpreadsheet, view?: ProjectView) => {
  const first = tabs.find(({ hidden }) => hidden !== true) ?? tabs[0];
  return paths.project(projectId, first?.title ?? '', view);
};

/** Link to the project of the spreadsheet, or to create one if there is none. */
function UsedBy({ spreadsheet }: OneSpreadsheet) {
  const { projectId, title, url } = spreadsheet;
  const project = useAppSelector(selectProject, projectId ?? '');
  if (projectId === undefined) return <Link to={paths.createProjectWith(url)}>Make a project</Link>;
  const name = project?.title ?? title;
  return (
    <Link to={projectPath(spreadsheet)} title={name}>
      {name}
    </Link>
  );
}

function useChoices({ spreadsheet }: OneSpreadsheet): readonly MenuChoice[] {
  const dispatch = useAppDispatch();
  const origin = useAppSelector(selectApiOrigin);
  const isBusy = useAppSelector(selectChangedSpreadsheet) !== undefined;
  const { id, title, fileName, url, projectId } = spreadsheet;
  const using: MenuChoice =
    projectId === undefined
      ? { icon: 'plus', label: 'Make a project', to: paths.createProjectWith(url) }
      : { icon: 'right', label: 'Open its project', to: projectPath(spreadsheet) };
  const remove = () => {
    if (!isBusy) dispatch(deletionRequested({ id, title }));
  };
  const deleting: MenuChoice = {
    icon: 'trash',
    label: 'Delete',
    danger: true,
    separatorBefore: true,
    ...(projectId === undefined
      ? { onChoose: remove }
      : { hint: 'Its project uses it: delete that first.', to: projectPath(spreadsheet, 'settings') }),
  };
  return [
    { icon: 'table', label: 'Open', to: paths.driveSheet(id) },
    using,
    {
      icon: 'download',
      label: 'Download as Excel workbook',
      href: origin + apiPaths.driveExport(id),
      separatorBefore: true,
    },
    { icon: 'download', label: 'Download the original', href: origin + apiPaths.driveFile(id), hint: fileName },
    deleting,
  ];
}

/** Returns for example "4 sheets, 2 of them hidden, 120 rows"; counts all sheets, also those switched off in a project. */
function contentsOf({ tabs }: DriveSpreadsheet): string {
  const rows = tabs.reduce((all, tab) => all + tab.rows, 0);
  const hidden = tabs.filter((tab) => tab.hidden === true).length;
  const unseen = hidden > 0 && `${hidden} of them hidden`;
  return [counted(tabs.length, 'sheet'), unseen, counted(rows, 'row')].filter(Boolean).join(', ');
}

function SpreadsheetRow({ spreadsheet }: OneSpreadsheet) {
  const { id, title, bytes, changedAt } = spreadsheet;
  const choices = useChoices({ spreadsheet });
  return (
    <tr>
      <td>
        <Name title={title}>
          <Link to={paths.driveSheet(id)}>{title}</Link>
        </Name>
        <small>{contentsOf(spreadsheet)}</small>
        <small data-narrow>
          <bdi>
            <UsedBy spreadsheet={spreadsheet} />
          </bdi>
          , {formatBytes(bytes)}, <Ago time={changedAt} never="" />
        </small>
      </td>
      <td data-wide>{formatBytes(bytes)}</td>
      <td data-wide>
        <UsedBy spreadsheet={spreadsheet} />
      </td>
      <td data-wide>
        <Ago time={changedAt} never="" />
      </td>
      <td>
        <Menu
          button={(button) => <IconButton icon="more" label={`More actions for ${title}`} {...button} />}
          items={choices}
        />
      </td>
    </tr>
  );
}

const wide = (name: string) => ({ name, wide: true });

const heads = ['Spreadsheet', wide('Size'), wide('Used by'), wide('Last change'), ACTIONS];

/** The spreadsheets of the drive, newest first. */
export const SpreadsheetsTable = ({ spreadsheets }: { readonly spreadsheets: readonly DriveSpreadsheet[] }) => (
  <ListCard>
    <DriveTable aria-label="Spreadsheets">
      <TableHead columns={heads} />
      <tbody>
        {spreadsheets.map((spreadsheet) => (
          <SpreadsheetRow key={spreadsheet.id} spreadsheet={spreadsheet} />
        ))}
      </tbody>
    </DriveTable>
  </ListCard>
);
