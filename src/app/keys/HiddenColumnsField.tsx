import { useState } from 'react';
import type { Project, ProjectTab } from '../../contract/projects';
import { useColumns } from '../columns/useColumns';
import { Button } from '../parts/Button';
import { Choices } from '../parts/Choices';
import { counted } from '../parts/numbers';
import { Skeleton } from '../parts/Skeleton';
import { Small } from '../parts/text';
import { DisclosedField } from './DisclosedField';
import type { NewKeyFieldsProps } from './NewKeyFields';

interface SheetColumnsProps {
  readonly project: Project;
  readonly tab: ProjectTab;
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** The columns of one sheet, each with a tick when it is hidden. */
function SheetColumns({ project, tab, hidden, onChange }: SheetColumnsProps) {
  const [known, retry] = useColumns(project, tab.sheetId);
  if (known.phase === 'loading')
    return (
      <div aria-busy="true">
        <Skeleton $width={180} $height={20} />
      </div>
    );
  if (known.phase === 'failed')
    return (
      <div role="alert">
        <Small>The columns of {tab.title} did not load.</Small>
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  const keys = known.columns.map(({ key }) => key);
  return (
    <Choices
      legend={`Hide of ${tab.title}`}
      several
      options={keys.map((key) => ({ value: key, label: key }))}
      chosen={hidden}
      onChoose={(key, on) => onChange(keys.filter((each) => (each === key ? on : hidden.includes(each))))}
    />
  );
}

/** One of several sheets: its columns are asked for when it is opened. */
function FoldedColumns(props: SheetColumnsProps) {
  const [open, setOpen] = useState(false);
  const { tab, hidden } = props;
  return (
    <div>
      <Button
        look="ghost"
        size="small"
        icon={open ? 'down' : 'right'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {tab.title}
        {hidden.length > 0 && `, ${counted(hidden.length, 'column')} hidden`}
      </Button>
      {open && <SheetColumns {...props} />}
    </div>
  );
}

/** Columns that do not exist for a new key, sheet by sheet. */
export function HiddenColumnsField({ project, draft, tabs, onChange }: NewKeyFieldsProps) {
  const known = tabs.filter(({ sheetId }) => draft.sheetIds?.includes(sheetId) ?? true);
  const hiddenOf = ({ sheetId }: ProjectTab) => draft.hidden[sheetId] ?? [];
  const hiding = known.filter((tab) => hiddenOf(tab).length > 0);
  const summary = hiding.map((tab) => `${tab.title}: ${hiddenOf(tab).join(', ')}`).join('; ');
  const Sheet = known.length === 1 ? SheetColumns : FoldedColumns;
  return (
    <DisclosedField label="Hidden columns" summary={summary === '' ? 'None' : summary}>
      <Small>For this key they do not exist.</Small>
      {known.map((tab) => (
        <Sheet
          key={tab.sheetId}
          project={project}
          tab={tab}
          hidden={hiddenOf(tab)}
          onChange={(hidden) => onChange({ hidden: { ...draft.hidden, [tab.sheetId]: hidden } })}
        />
      ))}
    </DisclosedField>
  );
}
