import { useState } from 'react';
import styled from 'styled-components';
import type { Project, ProjectTab } from '../../contract/projects';
import type { TabOfProject } from '../projects/projectsSelectors';
import { Icon } from '../ui/display/Icon';
import { counted } from '../ui/display/numbers';
import { Card, Line, ruled } from '../ui/layout/spacing';
import { SplitSection } from '../ui/layout/Split';
import { Switch } from '../ui/forms/Switch';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { isSheetChanged } from './settingsDraft';
import { selectDraft, selectSheetOn, selectSwitchWaiting } from './settingsSelectors';
import { switched } from './settingsEvents';
import { SheetSettings } from './SheetSettings';

const List = styled(Card)`
  ${ruled}
`;

const Opener = styled.button`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 8px;
  min-width: 0;
  min-height: 24px;
  border-radius: var(--r-xs);
  color: var(--ink);

  & > b {
    min-width: 0;
    font-weight: var(--weight-medium);
  }
  & > span {
    color: var(--ink-3);
    font-size: var(--text-sm);
  }
  & > svg {
    color: var(--ink-3);
    rotate: 0deg;
    transition: rotate var(--t) var(--ease);
  }
  &[aria-expanded='true'] > svg {
    rotate: 90deg;
  }
`;

const factOf = ({ hidden, rows }: ProjectTab, on: boolean) =>
  hidden === true && !on ? 'Hidden in the spreadsheet' : counted(rows, 'row');

interface SheetProps extends TabOfProject {
  readonly open: boolean;
  readonly onToggle: () => void;
}

function Sheet({ project, tab, open, onToggle }: SheetProps) {
  const dispatch = useAppDispatch();
  const on = useAppSelector(selectSheetOn, project, tab.sheetId);
  const waiting = useAppSelector(selectSwitchWaiting, project.id);
  const changed = useAppSelector((state) => isSheetChanged(selectDraft(state, project.id), tab.sheetId));
  const id = `sheet-${tab.sheetId}`;
  return (
    <li>
      <Line $gap={12} $pad="10px 16px">
        <Opener type="button" aria-expanded={open} aria-controls={`${id}-settings`} onClick={onToggle}>
          <Icon name="right" size={14} />
          <b id={id}>{tab.title}</b>
          <span>{factOf(tab, on)}</span>
          {changed && <span>Not saved</span>}
        </Opener>
        <Switch
          checked={on}
          disabled={waiting}
          labelledBy={id}
          onChange={(next) => dispatch(switched({ projectId: project.id, sheetId: tab.sheetId, on: next }))}
        />
      </Line>
      <div id={`${id}-settings`}>{open && <SheetSettings project={project} tab={tab} />}</div>
    </li>
  );
}

/** The sheets of a project, each with a switch; an expanded sheet shows its header row, key column and column types. */
export function SheetsSection({ project }: { readonly project: Project }) {
  const [open, setOpen] = useState<number>();
  return (
    <SplitSection title="Sheets" about="Switch a sheet off to take its endpoint down without touching the spreadsheet.">
      <List as="ul" aria-label="Sheets">
        {project.tabs.map((tab) => (
          <Sheet
            key={tab.sheetId}
            project={project}
            tab={tab}
            open={open === tab.sheetId}
            onToggle={() => setOpen(open === tab.sheetId ? undefined : tab.sheetId)}
          />
        ))}
      </List>
    </SplitSection>
  );
}
