import { useState } from 'react';
import styled from 'styled-components';
import type { RootState } from '../../rootReducer';
import { useAppDispatch, useAppSelector } from '../../storeHooks';
import { Button } from '../../ui/forms/Button';
import { Choices } from '../../ui/forms/Choices';
import { TextInput } from '../../ui/forms/Field';
import { selectColumns, selectHidden } from '../rows/endpointSelectors';
import { columnsReset, columnSwitched } from '../rows/endpointSlice';
import type { TabName } from '../rows/rowsState';

const Names = styled.div`
  overflow-wrap: anywhere;
`;

const Foot = styled.div`
  margin-top: 12px;
`;

const Search = styled(TextInput)`
  margin-bottom: 12px;
`;

/** With more columns than this there is a search. */
const MANY = 12;

/** Shows and hides columns; many can be searched by name. */
export function ColumnChoices({ name }: { readonly name: TabName }) {
  const dispatch = useAppDispatch();
  const [search, setSearch] = useState('');
  const columns = useAppSelector((state: RootState) => selectColumns(state, name));
  const hidden = useAppSelector((state: RootState) => selectHidden(state, name));
  const keys = columns.map(({ key }) => key);
  const found = keys.filter((key) => key.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <>
      {keys.length > MANY && (
        <Search
          type="search"
          aria-label="Search columns"
          placeholder="Search columns"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <Names>
        <Choices
          several
          legend="Columns shown"
          options={found.map((key) => ({ value: key, label: key }))}
          chosen={keys.filter((key) => !hidden.includes(key))}
          onChoose={(column, on) => dispatch(columnSwitched({ ...name, column, shown: on }))}
        />
      </Names>
      <div role="status">{found.length === 0 && `No column is called "${search.trim()}".`}</div>
      {hidden.length > 0 && (
        <Foot>
          <Button size="small" onClick={() => dispatch(columnsReset(name))}>
            Show all
          </Button>
        </Foot>
      )}
    </>
  );
}
