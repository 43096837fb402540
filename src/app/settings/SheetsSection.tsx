import { useState } from 'react';
import styled from 'styled-components';
import type { Project, ProjectTab } from '../../contract/projects';
import type { Column } from '../../contract/rows';
import type { TabOfProject } from '../projects/projectsSelectors';
import { Field, type FieldProps, SelectField, type SelectFieldProps } from '../ui/forms/Field';
import { Icon } from '../ui/display/Icon';
import { counted } from '../ui/display/numbers';
import { Card, Line } from '../ui/layout/spacing';
import { SplitSection } from '../ui/layout/Split';
import { Switch } from '../ui/forms/Switch';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { selectDraft, selectSheetOn, selectSwitchWaiting } from './settingsSelectors';
import { switched } from './settingsSlice';
import { SheetSettings } from './SheetSettings';
import { Options } from '../ui/forms/fieldStyles';

const Item = styled.li`
  & + & {
    border-top: 1px solid var(--line);
  }
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
    overflow-wrap: anywhere;
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
  const waiting = useAppSelector(selectSwitchWaiting);
  const changed = useAppSelector((state) => selectDraft(state, project.id).sheets[tab.sheetId] !== undefined);
  const id = `sheet-${tab.sheetId}`;
  return (
    <Item>
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
    </Item>
  );
}

/** The sheets of a project, each on or off; a sheet opens its header row, its key column and the types of its columns. */
export function SheetsSection({ project }: { readonly project: Project }) {
  const [open, setOpen] = useState<number>();
  return (
    <SplitSection title="Sheets" about="Switch a sheet off to take its endpoint down without touching the spreadsheet.">
      <Card as="ul" aria-label="Sheets">
        {project.tabs.map((tab) => (
          <Sheet
            key={tab.sheetId}
            project={project}
            tab={tab}
            open={open === tab.sheetId}
            onToggle={() => setOpen(open === tab.sheetId ? undefined : tab.sheetId)}
          />
        ))}
      </Card>
    </SplitSection>
  );
}

/** The row that the columns' headers stand in. */
const headerRowOf = ([first]: readonly Column[]) => /\d+$/.exec(first?.cell ?? '')?.[0];

/** What can be said of the header row, by the columns that there are. */
function headerRowHint(columns: readonly Column[]): string {
  if (columns.length === 0) return 'No header row was found.';
  if (headerRowOf(columns) === undefined)
    return 'None: columns are A, B, C. Type the number of a row to take its names.';
  return 'Empty lets it be found; 0 says that there is none.';
}

interface OfColumns {
  readonly columns: readonly Column[];
}

/** Which row holds the names of the columns. */
export function HeaderRow({ columns, ...input }: OfColumns & Omit<FieldProps, 'label'>) {
  const found = headerRowOf(columns);
  return (
    <Field
      label="Header row"
      hint={headerRowHint(columns)}
      placeholder={found === undefined ? '' : `Found in row ${found}`}
      inputMode="numeric"
      autoComplete="off"
      {...input}
    />
  );
}

/** Which column gives rows their ids. */
export function KeyColumn({ columns, ...select }: OfColumns & Omit<SelectFieldProps, 'label'>) {
  const { value } = select;
  const isKnown = value === '' || columns.some(({ key }) => key === value);
  return (
    <SelectField label="Key column" hint="Its values become the rows’ ids, so none may come twice." {...select}>
      <option value="">None: Tabpoint gives each row an id</option>
      {!isKnown && <option value={value}>{value}</option>}
      <Options of={columns.map(({ key }) => key)} />
    </SelectField>
  );
}

/** What becomes of cells that are merged. */
export const MergedCells = (select: Omit<SelectFieldProps, 'label'>) => (
  <SelectField
    label="Merged cells"
    hint="Where it stands in each, merged cells are edited in the sheet alone."
    {...select}
  >
    <option value="first">Value in the first cell</option>
    <option value="each">Value in each cell</option>
  </SelectField>
);
