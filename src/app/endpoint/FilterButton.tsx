import { useCallback, useState } from 'react';
import { Popover } from '../parts/Popover';
import type { RootState } from '../rootReducer';
import { selectColumns } from './endpointSelectors';
import { FilterForm } from './FilterForm';
import type { TabName } from './rowsState';
import { ToolButton } from './toolLook';
import { useAppSelector } from '../storeHooks';

/** Opens the form for one more filter. */
export function FilterButton({ name }: { readonly name: TabName }) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const columns = useAppSelector((state: RootState) => selectColumns(state, name));
  const button = (
    <ToolButton
      size="small"
      icon="filter"
      disabled={columns.length === 0}
      aria-expanded={open}
      onClick={() => setOpen(!open)}
    >
      Filter
    </ToolButton>
  );
  return (
    <Popover label="Filter" open={open} onClose={close} button={button}>
      <FilterForm name={name} columns={columns} onDone={close} />
    </Popover>
  );
}
