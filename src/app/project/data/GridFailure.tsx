import styled from 'styled-components';
import { troubleText } from '../../http/apiError';
import { Button } from '../../ui/forms/Button';
import type { RootState } from '../../rootReducer';
import { selectRowsFailure } from '../rows/endpointSelectors';
import { rowsRetried } from '../rows/endpointSlice';
import { GridEmpty } from './GridEmpty';
import type { TabName } from '../rows/rowsState';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

const UNREAD = 'The server did not answer with rows. Try again in a moment.';

function useFailure(name: TabName) {
  const dispatch = useAppDispatch();
  const failure = useAppSelector((state: RootState) => selectRowsFailure(state, name));
  const text = failure && troubleText(failure, UNREAD);
  return { text, retry: () => dispatch(rowsRetried(name)) };
}

/** Under the head when its rows could not be read. */
export function GridFailure({ name }: { readonly name: TabName }) {
  const { text, retry } = useFailure(name);
  return (
    <div role="alert">
      <GridEmpty title="The rows did not load" lead={text}>
        <Button size="small" icon="refresh" onClick={retry}>
          Try again
        </Button>
      </GridEmpty>
    </div>
  );
}

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  padding: 8px 8px 8px 14px;
  border-top: 1px solid var(--line-strong);
  background: var(--danger-soft);
  font-size: var(--text-sm);
`;

/** Under the rows that are there, when others could not be read. */
export function MissingRows({ name }: { readonly name: TabName }) {
  const { text, retry } = useFailure(name);
  if (text === undefined) return null;
  return (
    <Line role="alert">
      <span>Some rows did not load. {text}</span>
      <Button size="small" icon="refresh" onClick={retry}>
        Try again
      </Button>
    </Line>
  );
}
