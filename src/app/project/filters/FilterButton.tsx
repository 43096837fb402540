import { Suspense, useCallback, useState } from 'react';
import { lazyPart } from '../../ui/overlays/lazyPart';
import { Popover } from '../../ui/overlays/Popover';
import type { RootState } from '../../rootReducer';
import { selectColumns } from '../rows/endpointSelectors';
import { ToolButton } from '../data/gridStyles';
import type { TabName } from '../rows/rowsState';
import { useAppSelector } from '../../storeHooks';

const FilterForm = lazyPart(async () => (await import(/* webpackChunkName: "filter" */ './FilterForm')).FilterForm);

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
      <Suspense fallback={null}>
        <FilterForm name={name} columns={columns} onDone={close} />
      </Suspense>
    </Popover>
  );
}
