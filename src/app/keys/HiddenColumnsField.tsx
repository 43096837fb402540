import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styled from 'styled-components';
import type { ProjectTab } from '../../contract/projects';
import { useColumns } from '../columns/columnsSelectors';
import type { TabOfProject } from '../projects/projectsSelectors';
import { Button } from '../ui/forms/Button';
import { Choices } from '../ui/forms/Choices';
import { FieldError, FieldLabel } from '../ui/forms/Field';
import { fieldLook } from '../ui/forms/fieldStyles';
import { Icon } from '../ui/display/Icon';
import { counted } from '../ui/display/numbers';
import { NotLoadedLine } from '../ui/layout/EmptyState';
import { Skeleton } from '../ui/layout/Skeleton';
import { ellipsis, Small } from '../ui/display/text';
import { Stack } from '../ui/layout/spacing';
import type { NewKeyFieldsProps } from './keyDraft';

const Opener = styled.button`
  ${fieldLook}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  height: max(40px, var(--control));
  padding: 0 12px;
  color: var(--ink);
  text-align: left;

  & > span {
    ${ellipsis}
    min-width: 0;
  }
  & > svg {
    color: var(--ink-3);
  }
  &[aria-expanded='true'] > svg {
    rotate: 180deg;
  }
`;

const Inside = styled(Stack)`
  gap: 10px;
  max-height: 240px;
  overflow-y: auto;
  padding: 12px;
  border: 1px solid var(--line);
  border-radius: var(--r);
  background: var(--subtle);
`;

interface DisclosedFieldProps {
  readonly label: string;
  /** The current choice, in words. */
  readonly summary: string;
  readonly error?: string;
  readonly children: ReactNode;
}

/** A field that shows the current choice, and expands the options below it. */
export function DisclosedField({ label, summary, error, children }: DisclosedFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  // Esc collapses the options first; only the next press closes the dialog around them.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <Stack $gap={6} onKeyDown={onKeyDown}>
      <FieldLabel as="span" id={`${id}-label`}>
        {label}
      </FieldLabel>
      <Opener
        type="button"
        aria-expanded={open}
        aria-controls={open ? `${id}-inside` : undefined}
        aria-labelledby={`${id}-label ${id}-summary`}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        data-invalid={error !== undefined}
        onClick={() => setOpen(!open)}
      >
        <span id={`${id}-summary`}>{summary}</span>
        <Icon name="down" />
      </Opener>
      {open && <Inside id={`${id}-inside`}>{children}</Inside>}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </Stack>
  );
}

interface SheetColumnsProps extends TabOfProject {
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** The columns of one sheet, each with a checkbox that hides it. */
function SheetColumns({ project, tab, hidden, onChange }: SheetColumnsProps) {
  const [loaded, retry] = useColumns(project, tab.sheetId);
  if (loaded.phase === 'loading')
    return (
      <div aria-busy="true">
        <Skeleton $width={180} $height={20} />
      </div>
    );
  if (loaded.phase === 'failed')
    return (
      <div role="alert">
        <NotLoadedLine onRetry={retry}>{`The columns of ${tab.title} did not load.`}</NotLoadedLine>
      </div>
    );
  const keys = loaded.columns.map(({ key }) => key);
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

/** One of several sheets, collapsed: its columns are fetched when it is expanded. */
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

/** The columns hidden from a new key, sheet by sheet. */
export function HiddenColumnsField({ project, form: { values, change }, tabs }: NewKeyFieldsProps) {
  const allowed = tabs.filter(({ sheetId }) => values.sheetIds?.includes(sheetId) ?? true);
  const hiddenOf = ({ sheetId }: ProjectTab) => values.hidden[sheetId] ?? [];
  const hiding = allowed.filter((tab) => hiddenOf(tab).length > 0);
  const summary = hiding.map((tab) => `${tab.title}: ${hiddenOf(tab).join(', ')}`).join('; ');
  const Sheet = allowed.length === 1 ? SheetColumns : FoldedColumns;
  return (
    <DisclosedField label="Hidden columns" summary={summary === '' ? 'None' : summary}>
      <Small>For this key they do not exist, nor do columns and sheets that come later.</Small>
      {allowed.map((tab) => (
        <Sheet
          key={tab.sheetId}
          project={project}
          tab={tab}
          hidden={hiddenOf(tab)}
          onChange={(hidden) => change({ hidden: { ...values.hidden, [tab.sheetId]: hidden } })}
        />
      ))}
    </DisclosedField>
  );
}
