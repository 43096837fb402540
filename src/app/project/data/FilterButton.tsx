import { useCallback, useState } from 'react';
import { Popover } from '../../ui/overlays/Popover';
import type { RootState } from '../../rootReducer';
import { selectColumns } from '../rows/endpointSelectors';
import { FilterForm } from './FilterForm';
import type { TabName } from '../rows/rowsState';
import { ToolButton } from './toolStyles';
import { useAppSelector } from '../../storeHooks';

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
