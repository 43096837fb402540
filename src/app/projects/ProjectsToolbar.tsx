import styled from 'styled-components';
import { below, WideOnly, Line } from '../ui/layout/spacing';
import { SearchField } from '../ui/forms/SearchField';
import { Options, Select } from '../ui/forms/fieldStyles';
import { projectOrders, type ProjectOrder } from './projectOrder';
import { selectProjectOrder, selectProjectSearch } from './projectsSelectors';
import { orderChosen, searchTyped } from './projectsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Bar = styled(Line)`
  justify-content: space-between;
  margin-bottom: 12px;

  ${below.lists} {
    & > label:first-child {
      flex: 1 1 140px;
    }
  }
`;

const Order = styled.label`
  display: flex;
  align-items: center;
  gap: 8px;
  color: var(--ink-2);
  font-size: var(--text-sm);
  white-space: nowrap;

  & > select {
    width: 136px;
    color: var(--ink);
  }
`;

const orderNames: Record<ProjectOrder, string> = {
  newest: 'Newest',
  lastSynced: 'Last updated',
  name: 'Name',
  requests: 'Requests',
  rows: 'Rows',
};

/** The toolbar above the list: search field and sort order. */
export function ProjectsToolbar() {
  const dispatch = useAppDispatch();
  const search = useAppSelector(selectProjectSearch);
  const order = useAppSelector(selectProjectOrder);
  return (
    <Bar>
      <SearchField label="Find a project or tab" value={search} onChange={(text) => dispatch(searchTyped(text))} />
      <Order>
        <WideOnly>Sort by</WideOnly>
        <Select
          aria-label="Sort by"
          value={order}
          onChange={(event) => dispatch(orderChosen(event.target.value as ProjectOrder))}
        >
          <Options of={projectOrders.map((option) => [option, orderNames[option]])} />
        </Select>
      </Order>
    </Bar>
  );
}
