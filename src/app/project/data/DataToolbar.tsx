import styled from 'styled-components';
import { below } from '../../ui/layout/breakpoints';
import { SearchField } from '../../ui/forms/SearchField';
import { Segmented, type SegmentedOption } from '../../ui/forms/Segmented';
import { WideOnly } from '../../ui/layout/spacing';
import type { RootState } from '../../rootReducer';
import { ColumnsButton } from './ColumnsButton';
import { selectRowsLook, selectTypedSearch } from '../rows/endpointSelectors';
import { lookChosen, searchTyped, type RowsLook } from '../rows/endpointSlice';
import { FilterButton } from './FilterButton';
import type { TabName } from '../rows/rowsState';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

const Bar = styled.div`
  position: relative;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
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

/** On phones it is there only to leave JSON. */
const LookPlace = styled.span<{ $always: boolean }>`
  ${below.lists} {
    display: ${({ $always }) => ($always ? 'block' : 'none')};
  }
`;

const looks: readonly SegmentedOption<RowsLook>[] = [
  { value: 'table', label: 'Table', icon: 'table' },
  { value: 'json', label: 'JSON', icon: 'braces' },
];

/** Above the rows: which of them are wanted, which columns, and as what they are shown. */
export function DataToolbar({ name }: { readonly name: TabName }) {
  const dispatch = useAppDispatch();
  const typed = useAppSelector((state: RootState) => selectTypedSearch(state, name));
  const look = useAppSelector(selectRowsLook);
  return (
    <Bar>
      <SearchField label="Search rows" value={typed} onChange={(text) => dispatch(searchTyped({ ...name, text }))} />
      <FilterButton name={name} />
      <WideOnly>
        <ColumnsButton name={name} />
      </WideOnly>
      <LookPlace $always={look === 'json'}>
        <Segmented label="Show as" options={looks} chosen={look} onChoose={(value) => dispatch(lookChosen(value))} />
      </LookPlace>
    </Bar>
  );
}
