import styled from 'styled-components';
import { Link } from '../../ui/display/Link';
import type { DriveSpreadsheet } from '../../../contract/drive';
import { apiPaths } from '../../../contract/paths';
import { selectAbout } from '../../about/aboutSlice';
import { basePath } from '../../basePath';
import { draftAccepted } from '../../createFlow/createFlowSlice';
import { below, hideOnPhones, WideOnly, Line } from '../../ui/layout/spacing';
import { Button, ButtonLink, IconButton } from '../../ui/forms/Button';
import { Icon, type IconName } from '../../ui/display/Icon';
import { Menu } from '../../ui/overlays/Menu';
import type { MenuChoice } from '../../ui/overlays/MenuSheet';
import { Sign } from '../../ui/layout/Wordmark';
import { paths } from '../../paths';
import { selectCanRedo, selectCanUndo, selectClashes, selectSaving, selectWaiting } from '../state/sheetSelectors';
import { redone, undone } from '../state/sheetSlice';
import type { Place } from '../state/sheetState';
import type { TabOfSheet } from './SheetDialogs';
import { SheetTitle } from './SheetTitle';
import { useAppDispatch, useAppSelector } from '../../storeHooks';
import { counted } from '../../ui/display/numbers';
import type { SavingState } from '../state/savingMachine';

const SavingText = styled(Line).attrs({ as: 'span' })`
  flex: none;
  gap: 5px;
  color: var(--ink-3);
  font-size: var(--text-sm);
  white-space: nowrap;

  ${below.lists} {
    font-size: var(--text-xs);
    line-height: 16px;
  }
`;

/** Hidden on phones while there are conflicts, as there is space for one message only. */
const Quiet = styled.span<{ $alone: boolean }>`
  display: contents;
  ${({ $alone }) => !$alone && hideOnPhones}
`;

const Clashes = styled.button`
  min-height: 24px;
  border-radius: var(--r-xs);
  color: var(--warn-text);
  font-weight: var(--weight-medium);
  text-decoration: underline;
  text-underline-offset: 3px;
`;

const words: Readonly<Record<SavingState['phase'], (waiting: number) => string>> = {
  saved: () => 'Saved',
  sending: () => 'Saved',
  saving: () => 'Saving',
  offline: (waiting) => `${navigator.onLine ? 'Server not reached' : 'Offline'}, ${counted(waiting, 'change')} waiting`,
  refused: () => 'Not saved',
};

interface SheetBarProps extends TabOfSheet {
  /** Activates a cell with a conflict. */
  readonly onClash: (place: Place) => void;
}

/** Whether the edits are saved, and the number of conflicts. */
function SavingLine({ tab: { sheetId }, onClash }: Omit<SheetBarProps, 'spreadsheet'>) {
  const { phase } = useAppSelector(selectSaving);
  const waiting = useAppSelector(selectWaiting);
  const clashes = useAppSelector(selectClashes, sheetId);
  const [first] = clashes;
  const isQuiet = phase === 'saved' || phase === 'sending';
  return (
    <SavingText role="status">
      {isQuiet ? (
        <Quiet $alone={first === undefined}>
          <Icon name="check" size={14} />
          {words[phase](waiting)}
        </Quiet>
      ) : (
        words[phase](waiting)
      )}
      {first && (
        <Clashes type="button" onClick={() => onClash(first)}>
          {counted(clashes.length, 'cell')} changed elsewhere
        </Clashes>
      )}
    </SavingText>
  );
}

const Bar = styled(Line).attrs({ as: 'header' })`
  flex: none;
  gap: 12px;
  height: 56px;
  padding: 0 16px;
  border-bottom: 1px solid var(--line);
`;

const Home = styled(Link)`
  flex: none;
  border-radius: var(--r-xs);
`;

const Names = styled(Line)`
  flex: 1;
  gap: 10px;
  min-width: 0;

  ${below.lists} {
    flex-direction: column;
    gap: 0;
    align-items: stretch;
  }
`;

/** Controls are 32 pixels high, or higher on touch screens. */
const Actions = styled(Line)`
  flex: none;
  gap: 4px;

  & > a,
  & > button[aria-haspopup] {
    height: max(32px, var(--control-sm));
    margin-left: 8px;
  }
  ${below.lists} {
    gap: 0;

    & > button[aria-haspopup] {
      margin-left: 0;
      border-color: transparent;
      background: none;
      box-shadow: none;
    }
    & > button[aria-haspopup],
    & > a {
      width: var(--control-sm);
      padding: 0;
    }
  }
`;

/** Shown on phones only. */
const NarrowOnly = styled.span`
  display: none;

  ${below.lists} {
    display: contents;
  }
`;

const CARRIED = 'Values and formulas as they are now, without colours, widths, merged cells and charts.';

function useDownloads({ id, fileName }: DriveSpreadsheet, sheetId: number): readonly MenuChoice[] {
  const origin = useAppSelector(({ about }) => about.apiOrigin);
  return [
    { label: 'Excel workbook (.xlsx)', icon: 'download', href: origin + apiPaths.driveExport(id), hint: CARRIED },
    { label: 'This sheet (.csv)', icon: 'table', href: origin + apiPaths.driveTabExport(id, sheetId) },
    {
      label: 'Original file',
      icon: 'upload',
      href: origin + apiPaths.driveFile(id),
      hint: fileName,
      separatorBefore: true,
    },
  ];
}

/** A text, replaced by an icon on phones. */
const ShortWords = ({ icon, words }: { readonly icon: IconName; readonly words: string }) => (
  <>
    <NarrowOnly>
      <Icon name={icon} />
    </NarrowOnly>
    <WideOnly>{words}</WideOnly>
  </>
);

function ProjectButton({ spreadsheet, tab }: { readonly spreadsheet: DriveSpreadsheet; readonly tab: string }) {
  const dispatch = useAppDispatch();
  const origin = useAppSelector(selectAbout)?.sheetOrigin ?? window.location.origin + basePath();
  const { id, projectId } = spreadsheet;
  if (projectId !== undefined) {
    return (
      <ButtonLink look="primary" size="small" to={paths.project(projectId, tab)} aria-label="Open project">
        <ShortWords icon="braces" words="Open project" />
      </ButtonLink>
    );
  }
  const draft = { text: `${origin}${paths.driveSheet(id)}`, sheetId: id };
  return (
    <ButtonLink
      look="primary"
      size="small"
      to={paths.createProject}
      aria-label="Create project"
      onClick={() => dispatch(draftAccepted(draft))}
    >
      <ShortWords icon="plus" words="Create project" />
    </ButtonLink>
  );
}

/** The bar above the grid: title, state of saving, undo, download, project. */
export function SheetBar({ spreadsheet, tab, onClash }: SheetBarProps) {
  const dispatch = useAppDispatch();
  const canUndo = useAppSelector(selectCanUndo);
  const canRedo = useAppSelector(selectCanRedo);
  const downloads = useDownloads(spreadsheet, tab.sheetId);
  return (
    <Bar>
      <Home to={paths.projects} aria-label="Tabpoint, projects">
        <Sign size={24} />
      </Home>
      <Names>
        <SheetTitle title={spreadsheet.title} page={spreadsheet.id} />
        <SavingLine tab={tab} onClash={onClash} />
      </Names>
      <Actions>
        <IconButton icon="undo" label="Undo" aria-disabled={!canUndo} onClick={() => dispatch(undone())} />
        {canRedo && <IconButton icon="redo" label="Redo" onClick={() => dispatch(redone())} />}
        <Menu
          button={(props) => (
            <Button size="small" icon="download" aria-label="Download" {...props}>
              <WideOnly>Download</WideOnly>
            </Button>
          )}
          items={downloads}
        />
        <ProjectButton spreadsheet={spreadsheet} tab={tab.title} />
      </Actions>
    </Bar>
  );
}
