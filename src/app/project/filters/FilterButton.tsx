import { useCallback, useState } from 'react';
import type { RootState } from '../../rootReducer';
import { useAppSelector } from '../../storeHooks';
import { lazyPart } from '../../ui/overlays/lazyPart';
import { Popover } from '../../ui/overlays/Popover';
import { selectColumns } from '../rows/endpointSelectors';
import type { TabName } from '../rows/rowsState';
import { ToolButton } from '../data/gridStyles';

const FilterForm = lazyPart(async () => (await import(/* webpackChunkName: "rowsLater" */ './FilterForm')).FilterForm);

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
