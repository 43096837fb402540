import { useCallback, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import type { IconName } from '../../ui/display/Icon';
import { lazyPart } from '../../ui/overlays/lazyPart';
import { Popover } from '../../ui/overlays/Popover';
import { selectColumns, selectHidden, selectRowsLook, selectTypedSearch } from '../rows/endpointSelectors';
import { lookChosen, searchTyped, type RowsLook, type TabName } from '../rows/endpointSlice';
import { ToolButton } from './gridStyles';
import { useAppDispatch, useAppSelector } from '../../storeHooks';
import { below, WideOnly, Row } from '../../ui/layout/spacing';
import { SearchField } from '../../ui/forms/SearchField';
import { Segmented, type SegmentedOption } from '../../ui/forms/Segmented';

const ColumnChoices = lazyPart(
  async () => (await import(/* webpackChunkName: "rowsLater" */ '../filters/ColumnChoices')).ColumnChoices,
);

const FilterForm = lazyPart(
  async () => (await import(/* webpackChunkName: "rowsLater" */ '../filters/FilterForm')).FilterForm,
);

interface ToolPopoverProps {
  readonly label: string;
  readonly icon: IconName;
  readonly words: string;
  readonly disabled: boolean;
  /** @param close closes the popover */
  readonly children: (close: () => void) => ReactNode;
}

/** A toolbar button that opens a popover. */
function ToolPopover({ label, icon, words, disabled, children }: ToolPopoverProps) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const toggle = () => setOpen(!open);
  const button = (
    <ToolButton size="small" icon={icon} disabled={disabled} aria-expanded={open} onClick={toggle}>
      {words}
    </ToolButton>
  );
  return (
    <Popover label={label} open={open} onClose={close} button={button}>
      {children(close)}
    </Popover>
  );
}

/** Opens the form that adds a filter. */
function FilterButton({ name }: { readonly name: TabName }) {
  const columns = useAppSelector(selectColumns, name);
  return (
    <ToolPopover label="Filter" icon="filter" words="Filter" disabled={columns.length === 0}>
      {(close) => <FilterForm name={name} columns={columns} onDone={close} />}
    </ToolPopover>
  );
}

/** Shows and hides columns. */
function ColumnsButton({ name }: { readonly name: TabName }) {
  const columns = useAppSelector(selectColumns, name);
  const hidden = useAppSelector(selectHidden, name);
  const shown = columns.filter(({ key }) => !hidden.includes(key)).length;
  const words = hidden.length === 0 ? 'Columns' : `Columns, ${shown} of ${columns.length}`;
  return (
    <ToolPopover label="Columns" icon="columns" words={words} disabled={columns.length === 0}>
      {() => <ColumnChoices name={name} />}
    </ToolPopover>
  );
}

const Bar = styled(Row)`
  position: relative;
  margin-bottom: 12px;

  & > label:first-child {
    flex: 0 1 260px;
    height: max(32px, var(--control-sm));
  }
  & > :last-child {
    margin-left: auto;
  }
  ${below.lists} {
    & > label:first-child {
      flex: 1 1 140px;
      height: var(--control);
    }
  }
`;

/** On phones only shown to switch back from JSON. */
const LookPlace = styled.span<{ $always: boolean }>`
  ${below.lists} {
    display: ${({ $always }) => ($always ? 'block' : 'none')};
  }
`;

const looks: readonly SegmentedOption<RowsLook>[] = [
  { value: 'table', label: 'Table', icon: 'table' },
  { value: 'json', label: 'JSON', icon: 'braces' },
];

interface DataToolbarProps {
  readonly name: TabName;
  /** Opens the dialog that adds a row; undefined where rows are read-only. */
  readonly onAdd: (() => void) | undefined;
}

/** The tools above the rows: search, filters, columns, "Add row", and table or JSON. */
export function DataToolbar({ name, onAdd }: DataToolbarProps) {
  const dispatch = useAppDispatch();
  const typed = useAppSelector(selectTypedSearch, name);
  const look = useAppSelector(selectRowsLook);
  const columns = useAppSelector(selectColumns, name);
  return (
    <Bar>
      <SearchField label="Search rows" value={typed} onChange={(text) => dispatch(searchTyped({ ...name, text }))} />
      <FilterButton name={name} />
      <WideOnly>
        <ColumnsButton name={name} />
      </WideOnly>
      {onAdd && look === 'table' && (
        <ToolButton size="small" icon="plus" disabled={columns.length === 0} onClick={onAdd}>
          Add row
        </ToolButton>
      )}
      <LookPlace $always={look === 'json'}>
        <Segmented label="Show as" options={looks} chosen={look} onChoose={(value) => dispatch(lookChosen(value))} />
      </LookPlace>
    </Bar>
  );
}
